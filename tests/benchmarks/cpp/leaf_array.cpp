// The search of a full binary tree whose leaves are in an array, as the tutorials on minimax write it in C++.
//
// Usage: leaf_array minimax|alphabeta HEIGHT SEED REPETITIONS. The leaves are those of plyd's leaf tree
// `random b=2 depth=HEIGHT seed=SEED low=-1000000 high=1000000`. Prints the value, the nodes, and the nanoseconds of the
// fastest time.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static const int LOW = -1000000, HIGH = 1000000;
static std::vector<int> leaves;
static int height;
static long nodes;

static int minimax(int depth, long index, bool is_max) {
    nodes++;
    if (depth == height) {
        return leaves[index];
    }
    int left = minimax(depth + 1, 2 * index, !is_max);
    int right = minimax(depth + 1, 2 * index + 1, !is_max);
    return is_max ? std::max(left, right) : std::min(left, right);
}

static int alphabeta(int depth, long index, bool is_max, int alpha, int beta) {
    nodes++;
    if (depth == height) {
        return leaves[index];
    }
    int best = is_max ? LOW - 1 : HIGH + 1;
    for (int i = 0; i < 2; i++) {
        int value = alphabeta(depth + 1, 2 * index + i, !is_max, alpha, beta);
        if (is_max) {
            best = std::max(best, value);
            alpha = std::max(alpha, best);
        } else {
            best = std::min(best, value);
            beta = std::min(beta, best);
        }
        if (beta <= alpha) {
            break;
        }
    }
    return best;
}

// SplitMix64, scaled to the range.
static int leaf(uint64_t seed, uint64_t index) {
    uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return LOW + int(((z >> 32) * uint64_t(HIGH - LOW + 1)) >> 32);
}

int main(int count, char **words) {
    if (count != 5) {
        return 2;
    }
    bool cuts = std::strcmp(words[1], "alphabeta") == 0;
    height = std::atoi(words[2]);
    for (long i = 0; i < 1L << height; i++) {
        leaves.push_back(leaf(std::strtoull(words[3], nullptr, 10), i));
    }
    long long fastest = -1;
    volatile int value = 0;
    for (int i = 0; i < std::atoi(words[4]); i++) {
        nodes = 0;
        auto start = std::chrono::steady_clock::now();
        value = cuts ? alphabeta(0, 0, true, LOW - 1, HIGH + 1) : minimax(0, 0, true);
        auto taken = std::chrono::steady_clock::now() - start;
        long long nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count();
        fastest = fastest < 0 ? nanoseconds : std::min(fastest, nanoseconds);
    }
    std::printf("%d %ld %lld\n", value, nodes, fastest);
}
