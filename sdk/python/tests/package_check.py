"""The wheel is built, installed into an empty environment, and runs the README's example. Needs ``build``."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import Engine

HERE = Path(__file__).resolve().parents[1]


def run(*words: str, **environment: str) -> str:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    ran = subprocess.run(words, env={**plain, **environment}, capture_output=True, text=True, timeout=300)
    if ran.returncode != 0:
        raise AssertionError(ran.stderr + ran.stdout)
    return ran.stdout


class Package(unittest.TestCase):
    def test_built_installed_and_run(self) -> None:
        directory = Path(tempfile.mkdtemp(prefix="gatehouse-sdk-"))
        self.addCleanup(shutil.rmtree, directory)
        run(sys.executable, "-m", "build", "--outdir", str(directory / "dist"), str(HERE))
        [wheel] = (directory / "dist").glob("*.whl")
        self.assertEqual(len(list((directory / "dist").glob("*.tar.gz"))), 1)
        run(sys.executable, "-m", "venv", str(directory / "empty"))
        python = str(directory / "empty" / "bin" / "python")
        run(python, "-m", "pip", "install", "--quiet", f"{wheel}[all]")
        readme = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text("utf-8"), re.DOTALL)[0]
        engine = Engine()
        self.addCleanup(engine.remove)
        self.addCleanup(Path("/tmp/gatehouse-readme.txt").unlink, missing_ok=True)
        self.assertEqual(run(python, "-c", readme, GATEHOUSE_HOME=str(engine.home)), "5\n")


if __name__ == "__main__":
    unittest.main()
