// Tic-tac-toe as the tutorials on minimax write it in C++: an array of characters, scanned at every node.
//
// Usage: tic_tac_toe minimax|alphabeta REPETITIONS. Solves the empty board so often, and prints the value, the nodes, and
// the nanoseconds of the fastest time.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static char board[3][3];
static long nodes;

static int evaluate() {
    for (int i = 0; i < 3; i++) {
        if (board[i][0] != '_' && board[i][0] == board[i][1] && board[i][1] == board[i][2]) {
            return board[i][0] == 'x' ? 10 : -10;
        }
        if (board[0][i] != '_' && board[0][i] == board[1][i] && board[1][i] == board[2][i]) {
            return board[0][i] == 'x' ? 10 : -10;
        }
    }
    bool diagonal = (board[0][0] == board[1][1] && board[1][1] == board[2][2]) ||
                    (board[0][2] == board[1][1] && board[1][1] == board[2][0]);
    return board[1][1] != '_' && diagonal ? (board[1][1] == 'x' ? 10 : -10) : 0;
}

static bool is_moves_left() {
    for (auto &row : board) {
        for (char cell : row) {
            if (cell == '_') {
                return true;
            }
        }
    }
    return false;
}

static int minimax(bool is_max) {
    nodes++;
    int score = evaluate();
    if (score != 0 || !is_moves_left()) {
        return score;
    }
    int best = is_max ? -1000 : 1000;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (board[i][j] == '_') {
                board[i][j] = is_max ? 'x' : 'o';
                int value = minimax(!is_max);
                board[i][j] = '_';
                best = is_max ? std::max(best, value) : std::min(best, value);
            }
        }
    }
    return best;
}

static int alphabeta(bool is_max, int alpha, int beta) {
    nodes++;
    int score = evaluate();
    if (score != 0 || !is_moves_left()) {
        return score;
    }
    int best = is_max ? -1000 : 1000;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (board[i][j] != '_') {
                continue;
            }
            board[i][j] = is_max ? 'x' : 'o';
            int value = alphabeta(!is_max, alpha, beta);
            board[i][j] = '_';
            if (is_max) {
                best = std::max(best, value);
                alpha = std::max(alpha, best);
            } else {
                best = std::min(best, value);
                beta = std::min(beta, best);
            }
            if (beta <= alpha) {
                return best;
            }
        }
    }
    return best;
}

int main(int count, char **words) {
    if (count != 3) {
        return 2;
    }
    bool cuts = std::strcmp(words[1], "alphabeta") == 0;
    std::memset(board, '_', sizeof board);
    long long fastest = -1;
    volatile int value = 0;
    for (int i = 0; i < std::atoi(words[2]); i++) {
        nodes = 0;
        auto start = std::chrono::steady_clock::now();
        value = cuts ? alphabeta(true, -1000, 1000) : minimax(true);
        auto taken = std::chrono::steady_clock::now() - start;
        long long nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count();
        fastest = fastest < 0 ? nanoseconds : std::min(fastest, nanoseconds);
    }
    std::printf("%d %ld %lld\n", value, nodes, fastest);
}
