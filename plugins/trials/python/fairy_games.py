"""Plays games by Fairy-Stockfish's rules, for the programs of the games, which say what their variants are.

Input: a line of moves per game. Output: for the position before, between and after the moves of each game a line with
its text, a tab, and what is to be said of it: the legal moves in alphabetical order, unless the game says otherwise.
"""

import signal
import sys

import pyffish

# A test never waits for ever.
signal.alarm(120)


def arguments():
    """The numbers that the program was called with."""
    return [int(argument) for argument in sys.argv[1:]]


def legal_moves(variant, position):
    """The legal moves by the rules of Fairy-Stockfish."""
    return pyffish.legal_moves(variant, position, [])


def after(variant, position, move):
    """The position after a move."""
    return pyffish.get_fen(variant, position, [move])


def play(variant, config, start, told=None):
    """Plays the games of a variant from a position, after reading the variants of a configuration."""
    pyffish.load_variant_config(config)
    told = told or (lambda position: " ".join(sorted(legal_moves(variant, position))))
    for line in sys.stdin:
        position = start
        for move in [*line.split(), None]:
            print(position, told(position), sep="\t")
            if move:
                position = after(variant, position, move)
