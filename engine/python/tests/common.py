"""What the tests share: the program under test, and a client of a few lines that knows nothing of the package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import IO, Any, List, Optional, cast

PYTHON = Path(__file__).resolve().parents[1]
ROOT = PYTHON.parents[1]
# The sources beside the tests, so that nothing has to be installed.
sys.path.insert(0, str(PYTHON / "src"))

import plyd  # noqa: E402

#: The longest wait of a test for the program, in seconds.
PATIENCE = 30.0


def program() -> str:
    """The program under test."""
    return os.environ.get("PLYD") or plyd.find_program()


def environment() -> "dict[str, str]":
    """The environment of examples: the package and the program are found."""
    here = dict(os.environ)
    here["PATH"] = str(Path(program()).parent) + os.pathsep + here.get("PATH", "")
    here["PYTHONPATH"] = str(PYTHON / "src")
    return here


def engine(game: str = "tictactoe", **others: Any) -> plyd.Engine:
    """An engine of the program under test."""
    return plyd.Engine(game, program=program(), **{"timeout": PATIENCE, **others})


class Raw:
    """Lines to and from plyd, without the package."""

    def __init__(self, game: str) -> None:
        self.process = subprocess.Popen(
            [program(), "--game", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.into = cast("IO[str]", self.process.stdin)
        self.out = cast("IO[str]", self.process.stdout)

    def say(self, line: str) -> None:
        """Sends a line."""
        self.into.write(line + "\n")
        self.into.flush()

    def ask(self, line: str) -> str:
        """Sends a line, and gives the next one of plyd."""
        self.say(line)
        return self.out.readline().rstrip("\n")

    def close(self) -> None:
        """Ends the program."""
        self.say("quit")
        self.out.read()
        self.into.close()
        self.out.close()
        self.process.wait(PATIENCE)


class Server:
    """`plyd serve` with these arguments, on a free port or at the path that they name."""

    def __init__(self, *arguments: str, listen: str = "127.0.0.1:0") -> None:
        self.process = subprocess.Popen(
            [program(), "serve", "--listen", listen, *arguments], stderr=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.errors = cast("IO[str]", self.process.stderr)
        line = self.errors.readline()
        found = re.search(r"listening on (\S+)", line)
        if not found:
            self.close()
            raise AssertionError(f"the server said {line!r}")
        self.address = found.group(1)

    def close(self) -> None:
        """Ends the server."""
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.errors.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def run(command: List[str], folder: Optional[str] = None) -> "subprocess.CompletedProcess[str]":
    """Runs a command to its end."""
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )


def certificate(folder: str) -> None:
    """Makes `cert.pem` for `localhost`, which vouches for itself, and `key.pem`."""
    made = run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-keyout", "key.pem", "-out", "cert.pem", "-subj", "/CN=plyd", "-addext", "subjectAltName=DNS:localhost"],
        folder,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr


def token(folder: str, rights: str) -> str:
    """Makes a token with these rights in the file `tokens`."""
    made = run([program(), "token", "new", rights, "--rights", rights, "--token-file", "tokens"], folder)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def tls_server(folder: str, certificate: str) -> Server:
    """A server with the tokens, this certificate and the key in a folder."""
    path = Path(folder)
    return Server(
        "--token-file", str(path / "tokens"), "--tls-certificate", str(path / certificate), "--tls-key",
        str(path / "key.pem"),
    )  # fmt: skip


def children() -> "set[int]":
    """The processes that this one has started and that still run, where the system tells."""
    path = Path(f"/proc/self/task/{os.getpid()}/children")
    return {int(word) for word in path.read_text().split()} if path.exists() else set()


__all__ = [
    "PATIENCE",
    "PYTHON",
    "ROOT",
    "Raw",
    "Server",
    "certificate",
    "children",
    "engine",
    "environment",
    "plyd",
    "program",
    "run",
    "tls_server",
    "token",
]
