"""The errors: one class for each code of the protocol, and those of the client itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Type

if TYPE_CHECKING:
    from .answers import Result

#: The class of each error code of the protocol. Each class below enters itself.
ERRORS: Dict[str, Type[PlydError]] = {}


class PlydError(Exception):
    """An error of plyd, or of the way to it.

    `code` is for programs and does not change; `text` is for people. A code that this package does not know is raised
    as a plain `PlydError`.
    """

    code: str = ""

    def __init__(self, text: str, code: Optional[str] = None) -> None:
        super().__init__(text)
        self.text = text
        if code is not None:
            self.code = code
        #: The answer of the search that failed, if there is one.
        self.result: Optional[Result] = None

    def __init_subclass__(cls, code: str = "", **others: Any) -> None:
        super().__init_subclass__(**others)
        if code:
            cls.code = code
            ERRORS[code] = cls

    def __str__(self) -> str:
        return f"{self.code}: {self.text}" if self.code else self.text


class UnknownCommand(PlydError, code="unknown-command"):
    """The line contains no command."""


class BadCommand(PlydError, code="bad-command"):
    """A command lacks an argument, or has an invalid one."""


class BadGo(PlydError, code="bad-go"):
    """A `go` is malformed, the algorithm can't search the position, or the last position was refused."""


class BadExplain(PlydError, code="bad-explain"):
    """An `explain` is malformed; no search starts."""


class BadRead(PlydError, code="bad-read"):
    """The text after `read` is missing, or plyd can't read it as a game."""


class TooLarge(PlydError, code="too-large"):
    """The search to explain visits too many nodes."""


class Busy(PlydError, code="busy"):
    """The command is not allowed during a search; stop it first."""


class UnknownOption(PlydError, code="unknown-option"):
    """There is no option with that name."""


class BadValue(PlydError, code="bad-value"):
    """The option doesn't accept that value."""


class UnknownGame(PlydError, code="unknown-game"):
    """No loaded game has that name, or more than one does."""


class NoGame(PlydError, code="no-game"):
    """No games are loaded."""


class BadPosition(PlydError, code="bad-position"):
    """The game doesn't accept the setup."""


class IllegalMove(PlydError, code="illegal-move"):
    """A move isn't legal."""


class NoPosition(PlydError, code="no-position"):
    """The last position or choice of a game was refused, so there is no position to ask about."""


class NoSearch(PlydError, code="no-search"):
    """The command needs a running search, and there is none."""


class LineTooLong(PlydError, code="line-too-long"):
    """A line was longer than the server allows; it was skipped."""


class NotUtf8(PlydError, code="not-utf8"):
    """A line was not UTF-8 text; it was skipped."""


class OutOfResources(PlydError, code="out-of-resources"):
    """The system can't start a thread or a process, or an answer is too long."""


class PluginFailed(PlydError, code="plugin"):
    """The game's library failed."""


class PluginCrashed(PlydError, code="plugin-crashed"):
    """The process of the game's library crashed, or was ended because it hung."""


class PluginDisabled(PlydError, code="plugin-disabled"):
    """The game's library hangs or crashes too often, and plyd doesn't call it for now."""


class TooManySearches(PlydError, code="too-many-searches"):
    """Too many searches are running, and this one ran out of time before it could start; `result` has a legal move."""


class AuthRequired(PlydError, code="auth-required"):
    """The server needs a token."""


class AuthFailed(PlydError, code="auth-failed"):
    """The server doesn't know the token."""


class AuthRevoked(PlydError, code="auth-revoked"):
    """The token of this connection was revoked."""


class Kicked(PlydError, code="kicked"):
    """The operator of the server ended the session."""


class Forbidden(PlydError, code="forbidden"):
    """The token of this connection lacks the right to use the command."""


class TooManySessions(PlydError, code="too-many-sessions"):
    """The server has too many sessions, in total or from this address."""


class Idle(PlydError, code="idle"):
    """The client hasn't sent anything for too long."""


class WrongProtocol(PlydError, code="wrong-protocol"):
    """The server uses TLS and this client doesn't, or vice versa."""


class ServerTimeout(PlydError, code="timeout"):
    """Something took longer than its time limit in plyd. A wait of this package that ends is `NoAnswer`."""


class Shutdown(PlydError, code="shutdown"):
    """The server is shutting down, or doesn't accept new games."""


class ClientError(PlydError):
    """An error that plyd has not sent: its class is its code."""


class ProgramMissing(ClientError):
    """There is no program `plyd` where this package looks."""


class EngineEnded(ClientError):
    """The process has ended, or the connection is closed.

    `exit_code` is that of the process, if there is one; `stderr` is the end of what it wrote to standard error.
    """

    def __init__(self, text: str, exit_code: Optional[int] = None, stderr: str = "") -> None:
        super().__init__(f"{text}; standard error: {stderr.strip()}" if stderr.strip() else text)
        self.exit_code = exit_code
        self.stderr = stderr


class NoAnswer(ClientError, TimeoutError):
    """The answer did not come within `timeout`. The engine stays usable: the next call ends what was running."""


class Stopped(ClientError):
    """The count was stopped before its end."""


class MatchFailed(ClientError):
    """The match could not begin or did not reach its end; `rows` are the games that were recorded."""

    def __init__(self, text: str, exit_code: int, stderr: str, rows: List[Dict[str, Any]]) -> None:
        super().__init__(text)
        self.exit_code = exit_code
        self.stderr = stderr
        self.rows = rows


def error_of(line: str) -> Optional[PlydError]:
    """The error that a line of plyd tells, or `None`."""
    words = line.split(" ", 4)
    if words[:3] != ["info", "string", "error"] or len(words) < 4:
        return None
    code, text = words[3], words[4] if len(words) > 4 else ""
    return ERRORS.get(code, PlydError)(text, code)
