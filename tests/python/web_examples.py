"""The examples of the documents for the page: plyd behind nginx, and a board of somebody's own beside it.

Usage: web_examples.py SECONDS BROWSER DRIVER NGINX EXAMPLES PLYD [ARGUMENT ...]; NGINX is its program, EXAMPLES the folder of
the examples, and the arguments come before those that start the server.
"""

import contextlib
import os
import re
import socket
import ssl
import struct
import subprocess
import tempfile
from pathlib import Path

from web_tab import PATIENCE, Server, begin, new_tab

NAME = "plyd.example.org"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def site(examples, page, port, is_encrypted, folder):
    """The site of the example at this port, and without encryption if so."""
    text = (examples / "nginx.conf").read_text("ascii")
    # The first server only sends browsers to the second one.
    text = text[text.rindex("\nserver {"):]
    text = re.sub(r"listen \[::\].*\n", "", text)
    ending = " ssl http2;" if is_encrypted else ";"
    changes = {
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port}{ending}",
        "http://127.0.0.1:7880": f"http://{page}",
        "/usr/share/doc/plyd/docs/examples/": f"{examples}/",
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": f"{folder}/cert.pem",
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": f"{folder}/key.pem",
    }
    for old, new in changes.items():
        assert text.count(old) == 1, f"the example has no `{old}`"
        text = text.replace(old, new)
    return text if is_encrypted else re.sub("ssl_certificate.*\n", "", text)


@contextlib.contextmanager
def nginx(program, sites, folder):
    """nginx with these sites, until the end of the block."""
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in
                        ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors;"
        f"events {{}} http {{ access_log off; {temporary} types {{ text/html html; }} {sites} }}", "ascii")
    process = subprocess.Popen([program, "-p", folder, "-e", folder / "errors", "-c", folder / "nginx.conf"])
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def connected(port, process):
    """A connection, as soon as the server listens."""
    while True:
        assert process.poll() is None, "nginx has ended"
        with contextlib.suppress(ConnectionRefusedError):
            return socket.create_connection(("127.0.0.1", port), PATIENCE)


def a_session_is_reached_by_the_name(port, process, folder, token):
    context = ssl.create_default_context(cafile=folder / "cert.pem")
    with context.wrap_socket(connected(port, process), server_hostname=NAME) as client:
        reader = client.makefile("rb")
        client.sendall(f"GET /session HTTP/1.1\r\nHost: {NAME}\r\nOrigin: https://{NAME}\r\nConnection: Upgrade\r\n"
                       "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode("ascii"))
        head = b"".join(iter(reader.readline, b"\r\n")).decode("ascii")
        assert head.startswith("HTTP/1.1 101 "), head
        text = f"auth {token}".encode("ascii")
        # A short text in one frame, with a mask of zeros.
        client.sendall(struct.pack("!BB", 0x81, 0x80 | len(text)) + bytes(4) + text)
        _, length = reader.read(2)
        assert reader.read(length) == b"authok"


def the_board_plays(tab, port, token):
    own = f"http://127.0.0.1:{port}/"
    tab.own |= {own, own.replace("http", "ws")}
    circles = lambda: tab.count("#board circle")
    status = lambda: tab.text("#status")

    def open_board(game):
        tab.driver.get(f"{own}healthz")
        tab.driver.get(f"{own}own/board.html?{game}#{token}")

    open_board("tictactoe")
    tab.wait(lambda: tab.count("#board rect") == 9)
    tab.wait(lambda: status() == "X to move")
    tab.find("#b2").click()
    tab.wait(lambda: circles() == 2 and status() == "X to move")
    # A move of two clicks.
    open_board("breakthrough")
    tab.wait(lambda: circles() == 32 and tab.count("#board rect[fill=palegreen]") > 0)
    tab.find("#a2").click()
    tab.wait(lambda: tab.count("#board rect[fill=gold]") == 1)
    tab.find("#a3").click()
    # The answer has come when the man is on its new place and White is to move.
    tab.wait(lambda: tab.count('#board circle[cx="0.5"][cy="5.5"]') == 1 and status() == "White to move")
    assert circles() == 32
    tab.shot("own-board")


def main():
    program, examples, *plyd = begin()
    encrypted, plain = free_port(), free_port()
    os.environ |= {"PLYD_WEB_HOSTS": f"{NAME},127.0.0.1:{plain}", "PLYD_WEB_TRUSTED_PROXIES": "127.0.0.1"}
    with tempfile.TemporaryDirectory(prefix="plyd-nginx-") as name, Server(plyd) as served:
        folder = Path(name)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-keyout", folder / "key.pem", "-out", folder / "cert.pem", "-subj", f"/CN={NAME}",
                        "-addext", f"subjectAltName=DNS:{NAME}"], check=True, capture_output=True)
        sites = [site(Path(examples).resolve(), served.address, port, is_encrypted, folder)
                 for port, is_encrypted in [(encrypted, True), (plain, False)]]
        with nginx(program, "".join(sites), folder) as process:
            a_session_is_reached_by_the_name(encrypted, process, folder, served.token)
            with new_tab() as tab:
                the_board_plays(tab, plain, served.token)


main()
