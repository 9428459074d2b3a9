"""Opens the engine that the command line names with python-chess, and collects what python-chess complains of.

Usage of the programs that use it: PROGRAM SECONDS COMMAND [ARGUMENT ...]
"""

import faulthandler
import logging
import os
import sys

import chess.engine


class Complaints(logging.Handler):
    """Keeps whatever the client library finds wrong with the engine; a line on standard error counts, too."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts = []

    def emit(self, record):
        self.texts.append(self.format(record))


def run(*checks):
    """Runs the checks one after the other on one engine, which then has to end well.

    Fails, with the reason on standard error, if anything goes wrong, if there is any complaint, or after the given time.
    """
    seconds, command = float(sys.argv[1]), sys.argv[2:]
    faulthandler.dump_traceback_later(seconds, exit=True)
    complaints = Complaints()
    for logger in ["chess.engine", "asyncio"]:
        logging.getLogger(logger).addHandler(complaints)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PLYD_")}
    environment["PLYD_CONFIG"] = ""
    with chess.engine.SimpleEngine.popen_uci(command, timeout=seconds, env=environment) as engine:
        for check in checks:
            check(engine)
            assert not complaints.texts, f"{check.__name__}:\n" + "\n".join(complaints.texts)
        engine.quit()
        assert engine.returncode.result(seconds) == 0
    assert not complaints.texts, "\n".join(complaints.texts)
