"""RFC 8785 canonical JSON: the text that is signed."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

_LARGEST_EXACT = 2**53


def canonical(value: Any) -> str:
    """Members in the order of their UTF-16 code units, no blanks, numbers as ECMAScript prints them.

    Raises ``ValueError`` where RFC 8785 has no form: a lone surrogate, NaN, infinity.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (int, float)):
        return number_text(value)
    if isinstance(value, Mapping):
        names = sorted(value, key=_utf16)
        return "{" + ",".join(f"{_text(name)}:{canonical(value[name])}" for name in names) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(canonical, value)) + "]"
    raise ValueError(f"{type(value).__name__} is not JSON.")


def number_text(number: int | float) -> str:
    """The shortest text of the double, as ECMAScript writes it."""
    if isinstance(number, int) and abs(number) <= _LARGEST_EXACT:
        return str(int(number))
    try:
        double = float(number)
    except OverflowError:
        raise ValueError("The number is larger than any JSON number.") from None
    if not math.isfinite(double):
        raise ValueError(f"{number} has no canonical form.")
    if double == 0:
        return "0"
    sign = "-" if double < 0 else ""
    mantissa, _, exponent = repr(abs(double)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    if fraction == "0":
        fraction = ""
    digits = (whole + fraction).lstrip("0")
    # The value is 0.digits times ten to the power of `point`.
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    return sign + _positioned(digits, point)


def _positioned(digits: str, point: int) -> str:
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    power = point - 1
    tail = f"e{'+' if power > 0 else '-'}{abs(power)}"
    return (digits if count == 1 else f"{digits[0]}.{digits[1:]}") + tail


def _utf16(name: str) -> bytes:
    if not isinstance(name, str):
        raise ValueError(f"{name!r} is no member name.")
    return name.encode("utf-16-be", "surrogatepass")


def _text(value: str) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("A lone surrogate has no canonical form.") from None
    return json.dumps(value, ensure_ascii=False)
