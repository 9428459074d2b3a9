"""The ways of lines: the pipes of a started program, TCP, TLS and Unix sockets, for `Engine`."""

from __future__ import annotations

import os
import queue
import select
import shutil
import socket
import ssl
import subprocess
import sysconfig
import threading
import time
from collections import deque
from pathlib import Path
from typing import IO, Deque, List, Optional, Sequence, Tuple, Union

from .errors import EngineEnded, NoAnswer, ProgramMissing

#: How TLS is spoken: `True` trusts the system, a path the certificates in this file, a context what it says.
Tls = Union[bool, str, "os.PathLike[str]", ssl.SSLContext, None]

#: How much of standard error is kept for the error of a process that ends, in bytes.
STDERR_KEPT = 16 * 1024
#: Seconds that a process has to end by itself after `quit`, and then after a signal.
FAREWELL = 2.0
CHUNK = 64 * 1024


class Deadline:
    """The end of a wait; `None` seconds have no end."""

    def __init__(self, seconds: Optional[float]) -> None:
        self.seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> Optional[float]:
        """The seconds that are left. Raises `NoAnswer` if there are none."""
        if self._end is None:
            return None
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.missed()
        return left

    def missed(self) -> NoAnswer:
        """The error of this wait."""
        return NoAnswer(f"no answer within {self.seconds:g} s")


class Lines:
    """Lines of any length from chunks of bytes."""

    def __init__(self) -> None:
        self._parts: List[bytes] = []
        self._whole: Deque[str] = deque()

    def feed(self, data: bytes) -> None:
        """Takes what has come. Without data, at the end, the rest is a line too."""
        *ended, rest = data.split(b"\n")
        for part in ended:
            self._parts.append(part)
            self._end_line()
        if rest:
            self._parts.append(rest)
        elif not data and self._parts:
            self._end_line()

    def _end_line(self) -> None:
        self._whole.append(b"".join(self._parts).decode("utf-8", "replace").rstrip("\r"))
        self._parts.clear()

    def take(self) -> Optional[str]:
        """The next whole line, if there is one."""
        return self._whole.popleft() if self._whole else None


def find_program(program: Union[str, "os.PathLike[str]", None] = None) -> str:
    """The path of plyd: as given, or beside the package's own scripts, or on `PATH`."""
    if program is not None:
        found = shutil.which(os.fspath(program))
        if found is None:
            raise ProgramMissing(f"there is no program `{os.fspath(program)}`")
        return found
    name = "plyd.exe" if os.name == "nt" else "plyd"
    # The folders of `pip install`, of `--target` and of `--user`, in this order.
    folders = [Path(sysconfig.get_path("scripts")), Path(__file__).resolve().parents[1] / "bin"]
    user = f"{os.name}_user"
    if user in sysconfig.get_scheme_names():
        folders.append(Path(sysconfig.get_path("scripts", user)))
    for folder in folders:
        if os.access(folder / name, os.X_OK) and (folder / name).is_file():
            return str(folder / name)
    found = shutil.which("plyd")
    if found is None:
        raise ProgramMissing("there is no program `plyd` on PATH; install plyd, or give its path as `program`")
    return found


def command_line(program: Optional[str], plugin_dirs: Sequence[Union[str, "os.PathLike[str]"]]) -> List[str]:
    """The program and the flags that come before a command."""
    flags = [word for folder in plugin_dirs for word in ("--plugin-dir", os.fspath(folder))]
    return [find_program(program), *flags]


def ended_process(exit_code: Optional[int], stderr: bytes) -> EngineEnded:
    """The error of a process that has ended."""
    text = "plyd has ended" if exit_code is None else f"plyd has ended with exit code {exit_code}"
    return EngineEnded(text, exit_code, stderr.decode("utf-8", "replace"))


def parse_address(address: str) -> Union[str, Tuple[str, int]]:
    """The path of a Unix socket (`unix:PATH`), or host and port (`HOST:PORT`, `[::1]:PORT`)."""
    if address.startswith("unix:"):
        return address[len("unix:") :]
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit():
        raise ValueError(f"an address is HOST:PORT or unix:PATH, not `{address}`")
    return host.strip("[]"), int(port)


def tls_context(tls: Tls) -> Optional[ssl.SSLContext]:
    """The context of TLS, or `None` without TLS."""
    if tls is None or tls is False:
        return None
    if isinstance(tls, ssl.SSLContext):
        return tls
    return ssl.create_default_context(cafile=None if tls is True else os.fspath(tls))


class PipeLink:
    """A started program. Two threads read its pipes, as no other way has deadlines on all systems."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Ctrl-C at a terminal is for the script, which then ends the engine or goes on with it.
            start_new_session=True,
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._into: IO[bytes] = self._process.stdin
        self._lines = Lines()
        self._chunks: queue.Queue[bytes] = queue.Queue()
        self._stderr = b""
        self._ended = False
        if os.name == "posix":
            os.set_blocking(self._into.fileno(), False)
            self._room = select.poll()
            self._room.register(self._into, select.POLLOUT)
        self._threads = [
            threading.Thread(target=self._read_output, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def _read_output(self, pipe: IO[bytes]) -> None:
        while True:
            data = os.read(pipe.fileno(), CHUNK)
            self._chunks.put(data)
            if not data:
                return

    def _read_errors(self, pipe: IO[bytes]) -> None:
        while True:
            data = os.read(pipe.fileno(), CHUNK)
            if not data:
                return
            self._stderr = (self._stderr + data)[-STDERR_KEPT:]

    def write(self, line: str, deadline: Deadline) -> None:
        """Sends a line. A broken pipe is told by the next `read`, behind the lines that came before."""
        data = line.encode() + b"\n"
        try:
            while data:
                if os.name == "posix":
                    left = deadline.left()
                    if not self._room.poll(None if left is None else left * 1000):
                        raise deadline.missed()
                    try:
                        data = data[os.write(self._into.fileno(), data) :]
                    except BlockingIOError:
                        continue
                else:
                    self._into.write(data)
                    self._into.flush()
                    data = b""
        except (BrokenPipeError, ConnectionError):
            pass

    def read(self, deadline: Deadline) -> str:
        """The next line. Raises `EngineEnded` behind the last one."""
        while True:
            line = self._lines.take()
            if line is not None:
                return line
            if self._ended:
                raise ended_process(self._process.poll(), self._stderr)
            try:
                data = self._chunks.get(timeout=deadline.left())
            except queue.Empty:
                raise deadline.missed() from None
            self._lines.feed(data)
            if not data:
                self._ended = True
                self.wait(FAREWELL)
                self._threads[1].join(FAREWELL)

    def wait(self, seconds: Optional[float]) -> Optional[int]:
        """Waits for the end of the process; its exit code, or `None` if it still runs."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    @property
    def stderr(self) -> str:
        """The end of what the process wrote to standard error."""
        return self._stderr.decode("utf-8", "replace")

    def terminate(self) -> None:
        """Asks the process to end."""
        self._process.terminate()

    def close(self, farewell: bool) -> None:
        """Ends the process, by force if it has to be, and the threads."""
        if farewell:
            try:
                self.write("quit", Deadline(FAREWELL))
            except NoAnswer:
                pass
        try:
            self._into.close()
        except OSError:
            pass
        if self.wait(FAREWELL if farewell else 0) is None:
            self._process.kill()
            self.wait(FAREWELL)
        for thread in self._threads:
            thread.join(FAREWELL)
        for pipe, thread in zip((self._process.stdout, self._process.stderr), self._threads):
            # A pipe that a child of the process still holds is left to its thread.
            if pipe and not thread.is_alive():
                pipe.close()


class SocketLink:
    """A connection to `plyd serve`."""

    def __init__(self, address: str, tls: Tls, server_name: Optional[str], deadline: Deadline) -> None:
        place = parse_address(address)
        context = tls_context(tls)
        self._lines = Lines()
        self._ended = False
        try:
            if isinstance(place, str):
                self._socket = socket.socket(socket.AF_UNIX)
                self._socket.settimeout(deadline.left())
                self._socket.connect(place)
            else:
                self._socket = socket.create_connection(place, deadline.left())
                # Lines are short, and each one waits for an answer.
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if context:
                    plain = self._socket
                    try:
                        self._socket = context.wrap_socket(plain, server_hostname=server_name or place[0])
                    except BaseException:
                        plain.close()
                        raise
        except (socket.timeout, TimeoutError):
            self._hang_up()
            raise deadline.missed() from None
        except OSError as error:
            self._hang_up()
            raise EngineEnded(f"no connection to {address}: {error}") from error

    def _hang_up(self) -> None:
        link = getattr(self, "_socket", None)
        if link:
            link.close()

    def write(self, line: str, deadline: Deadline) -> None:
        """Sends a line. A closed connection is told by the next `read`, behind the lines that came before."""
        self._socket.settimeout(deadline.left())
        try:
            self._socket.sendall(line.encode() + b"\n")
        except (socket.timeout, TimeoutError):
            # Half a line may be out, so nothing can follow.
            self._ended = True
            self._socket.close()
            raise deadline.missed() from None
        except OSError:
            pass

    def read(self, deadline: Deadline) -> str:
        """The next line. Raises `EngineEnded` behind the last one."""
        while True:
            line = self._lines.take()
            if line is not None:
                return line
            if self._ended:
                raise EngineEnded("the server has closed the connection")
            self._socket.settimeout(deadline.left())
            try:
                data = self._socket.recv(CHUNK)
            except (socket.timeout, TimeoutError):
                raise deadline.missed() from None
            except OSError:
                data = b""
            self._lines.feed(data)
            self._ended = not data

    def close(self, farewell: bool) -> None:
        """Ends the session and the connection."""
        if farewell and not self._ended:
            try:
                self.write("quit", Deadline(FAREWELL))
            except NoAnswer:
                pass
        self._socket.close()


Link = Union[PipeLink, SocketLink]
