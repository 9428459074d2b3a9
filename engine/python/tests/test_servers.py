"""`Engine` and `AsyncEngine` over TCP with tokens and TLS, and over a Unix socket."""

from __future__ import annotations

import asyncio
import socket
import ssl
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any

from common import PATIENCE, Server, certificate, plyd, tls_server, token


class Servers(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def plays(self, **where: Any) -> None:
        """Plays a move there, with both engines."""
        with plyd.Engine("tictactoe", timeout=PATIENCE, **where) as here:
            here.play("b2")
            self.assertEqual((here.turn, here.go(depth=2).info.depth), ("second", 2))  # type: ignore[union-attr]
            self.assertIsNone(here.pid)

        async def play() -> None:
            async with plyd.AsyncEngine("tictactoe", timeout=PATIENCE, **where) as here:
                await here.play("b2")
                self.assertEqual(await here.turn(), "second")
                self.assertTrue((await here.go(depth=2)).best)

        asyncio.run(play())

    def refused(self, kind: "type[plyd.PlydError]", **where: Any) -> plyd.PlydError:
        """The error that both engines get."""
        with self.assertRaises(kind):
            plyd.Engine("tictactoe", timeout=PATIENCE, **where)

        async def begin() -> None:
            await plyd.AsyncEngine("tictactoe", timeout=PATIENCE, **where).open()

        with self.assertRaises(kind) as caught:
            asyncio.run(begin())
        return caught.exception

    def test_tcp_with_a_token(self) -> None:
        play, watch = token(self.folder, "play"), token(self.folder, "watch")
        with Server("--token-file", str(Path(self.folder) / "tokens")) as server:
            self.plays(address=server.address, token=play)
            self.refused(plyd.AuthRequired, address=server.address)
            self.refused(plyd.AuthFailed, address=server.address, token="plyd_token_" + 64 * "0")
            with plyd.Engine("tictactoe", address=server.address, token=watch, timeout=PATIENCE) as here:
                self.assertEqual(len(here.legal()), 9)
                for act in (lambda: here.go(depth=1), here.known, here.explain):
                    with self.assertRaises(plyd.Forbidden):
                        act()
                self.assertEqual(here.turn, "first")

    def test_tls_with_a_token(self) -> None:
        certificate(self.folder)
        secret = token(self.folder, "play")
        ca = Path(self.folder) / "cert.pem"
        with tls_server(self.folder, "cert.pem") as server:
            named = server.address.replace("127.0.0.1", "localhost")
            self.plays(address=named, token=secret, tls=ca)
            self.plays(address=named, token=secret, tls=ssl.create_default_context(cafile=str(ca)))
            self.plays(address=server.address, token=secret, tls=ca, server_name="localhost")
            # The name is not that of the certificate; nobody vouches for it; nobody speaks TLS.
            self.assertIn("certificate", str(self.refused(plyd.EngineEnded, address=server.address, tls=ca)))
            self.refused(plyd.EngineEnded, address=named, token=secret, tls=True)
            self.refused(plyd.WrongProtocol, address=named, token=secret)

    def test_a_unix_socket(self) -> None:
        place = f"unix:{self.folder}/plyd.socket"
        with Server(listen=place):
            self.plays(address=place)
            with plyd.Engine("chess", address=place) as here:
                with self.assertRaises(plyd.NoAnswer):
                    here.go(depth=60, timeout=0.1)
                self.assertEqual(len(here.legal()), 20)

    def test_a_server_that_ends(self) -> None:
        with Server() as server, plyd.Engine("tictactoe", address=server.address, timeout=PATIENCE) as here:
            server.process.terminate()
            server.process.wait(PATIENCE)
            with self.assertRaises(plyd.Shutdown):
                here.legal()
            with self.assertRaises(plyd.EngineEnded):
                here.legal()
            self.refused(plyd.EngineEnded, address=server.address)

    def test_a_server_that_says_nothing(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            address = f"127.0.0.1:{silent.getsockname()[1]}"
            with self.assertRaises(plyd.NoAnswer):
                plyd.Engine(address=address, timeout=0)
            with self.assertRaises(plyd.NoAnswer):
                asyncio.run(plyd.AsyncEngine(address=address, timeout=0).open())
            for tls in (None, True):
                begun = time.monotonic()
                with self.assertRaises(plyd.NoAnswer):
                    plyd.Engine(address=address, tls=tls, timeout=0.2)

                async def begin() -> None:
                    await plyd.AsyncEngine(address=address, tls=tls, timeout=0.2).open()

                with self.assertRaises(plyd.NoAnswer):
                    asyncio.run(begin())
                self.assertLess(time.monotonic() - begun, 10)


if __name__ == "__main__":
    unittest.main()
