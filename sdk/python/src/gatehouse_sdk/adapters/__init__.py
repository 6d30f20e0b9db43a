"""Adapters for agent frameworks: a tool is asked about before it runs, and reported afterwards.

Each module needs its framework, which it alone imports.
"""

from __future__ import annotations

from ..errors import DeniedError

__all__ = ["denial_text"]


def denial_text(error: DeniedError) -> str:
    """What the model reads in place of a result."""
    return f"Gatehouse did not allow this: {error}"
