"""The examples run as a reader would run them, and say what they are for."""

from __future__ import annotations

import json
import sys
import tempfile
import unittest
from pathlib import Path

from common import PYTHON, ROOT, certificate, run, tls_server, token

EXAMPLES = PYTHON / "examples"
#: A line of what each example says.
SAYS = {
    "bot_author.py": "plyd has won",
    "data_scientist.py": "the first player has",
    "teacher.py": "left: value 3, 5 leaves read, 2 cuts",
    "tester.py": "tictactoe: the counts agree, and 20 games have ended",
    "tuner.py": "points of 40",
}


class Examples(unittest.TestCase):
    def test_scripts(self) -> None:
        scripts = sorted(EXAMPLES.glob("*.py"))
        self.assertEqual([script.name for script in scripts], list(SAYS))
        with tempfile.TemporaryDirectory() as folder:
            for script in scripts:
                with self.subTest(script=script.name):
                    self.assertLess(len(script.read_text(encoding="utf-8").splitlines()), 30)
                    done = run([sys.executable, "-B", str(script)], folder)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIn(SAYS[script.name], done.stdout)

    def test_the_cells_of_the_notebook(self) -> None:
        # Without Jupyter: each cell is code of Python, which runs behind those before it.
        notebook = json.loads((EXAMPLES / "tour.ipynb").read_text(encoding="utf-8"))
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.assertFalse([cell for cell in cells if cell["outputs"] or cell["execution_count"]])
        code = "\n".join("".join(cell["source"]) for cell in cells)
        done = run([sys.executable, "-B", "-c", code])
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_code_of_the_guide(self) -> None:
        guide = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
        blocks = [block.partition("```")[0] for block in guide.split("```python\n")[1:]]
        self.assertGreater(len(blocks), 8)
        with tempfile.TemporaryDirectory() as folder:
            certificate(folder)
            (Path(folder) / "cert.pem").rename(Path(folder) / "ca.pem")
            (Path(folder) / "token").write_text(token(folder, "play") + "\n")
            with tls_server(folder, "ca.pem") as server:
                port = server.address.rpartition(":")[2]
                code = "\n".join(blocks).replace("strong-machine:7878", f"localhost:{port}")
                done = run([sys.executable, "-B", "-c", code], folder)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
