"""The examples of the README and of the A2G document run against the real engine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from support import HAS_WEBSOCKETS, Engine

HERE = Path(__file__).resolve().parents[1]


class Examples(unittest.TestCase):
    engine: Engine

    @classmethod
    def setUpClass(cls) -> None:
        cls.engine = Engine()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.engine.remove()

    def run_text(self, text: str) -> str:
        # Only what the engine and Python need: a name from outside would point at another engine.
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(HERE / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "GATEHOUSE_HOME": str(self.engine.home),
        }
        ran = subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True, timeout=60)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return ran.stdout

    def test_readme(self) -> None:
        blocks = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text("utf-8"), re.DOTALL)
        self.assertEqual(len(blocks), 2)
        self.addCleanup(Path("/tmp/gatehouse-readme.txt").unlink, missing_ok=True)
        self.assertEqual(self.run_text(blocks[0]), "5\n")
        self.assertEqual(Path("/tmp/gatehouse-readme.txt").read_text("utf-8"), "Hello")
        self.assertRegex(self.run_text(blocks[1]), r"^hello\n\nDenied: .+\n$")

    @unittest.skipUnless(HAS_WEBSOCKETS, "needs websockets")
    def test_document(self) -> None:
        text = (HERE / "examples" / "document.py").read_text("utf-8")
        for package in ("gatehouse_sdk", "gatehouse_sdk.aeon"):
            with self.subTest(package):
                spelled = text.replace("ws://localhost:3000", self.engine.ws)
                spelled = spelled.replace("from gatehouse_sdk import", f"from {package} import")
                self.assertEqual(self.run_text(spelled), "")
        reported = [item for item in self.engine.feed() if item.get("report") == "SUCCESS"]
        self.assertGreaterEqual(len(reported), 2)


if __name__ == "__main__":
    unittest.main()
