"""The examples run as a reader would run them, and say what they are for."""

from __future__ import annotations

import json
import sys
import tempfile
import unittest

from common import PYTHON, run

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


if __name__ == "__main__":
    unittest.main()
