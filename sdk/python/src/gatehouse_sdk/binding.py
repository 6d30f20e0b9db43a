"""Between a Python call and the arguments of an intent: names them, and puts approved ones back."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from typing import Any

from .errors import DeniedError
from .model import Verdict

_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class BoundCall:
    """One call of a function: its arguments as JSON, and what to call when others were approved."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._signature = inspect.signature(function)
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        self._given = self._by_name(bound)
        #: As the intent says them.
        self.arguments: dict[str, Any] = {name: json_value(value) for name, value in self._given.items()}

    def approved(self, verdict: Verdict) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The positional and named arguments to run with. What was not changed stays the object it was."""
        values = dict(self._given)
        for name in set(values) - set(verdict.arguments):
            del values[name]
        for name, value in verdict.arguments.items():
            if name not in self.arguments or self.arguments[name] != value:
                values[name] = value
        try:
            bound = self._bind(values)
        except TypeError as error:
            raise DeniedError(verdict, f"The approved arguments do not fit the function: {error}") from error
        return bound.args, bound.kwargs

    def _by_name(self, bound: inspect.BoundArguments) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name, value in bound.arguments.items():
            kind = self._signature.parameters[name].kind
            if kind is inspect.Parameter.VAR_KEYWORD:
                values.update(value)
            elif kind is not inspect.Parameter.VAR_POSITIONAL or value:
                values[name] = value
        # The object a method belongs to is no argument of the action.
        values.pop("self", None)
        self._owner = bound.arguments.get("self")
        return values

    def _bind(self, values: Mapping[str, Any]) -> inspect.BoundArguments:
        rest = dict(values)
        args: list[Any] = []
        for name, parameter in self._signature.parameters.items():
            if name == "self":
                args.append(self._owner)
            elif parameter.kind is inspect.Parameter.POSITIONAL_ONLY and name in rest:
                args.append(rest.pop(name))
            elif parameter.kind is inspect.Parameter.VAR_POSITIONAL:
                more = rest.pop(name, ())
                if more:
                    before = [each for each, kind in self._signature.parameters.items() if kind.kind not in _VARIADIC]
                    args += [rest.pop(each) for each in before[len(args) :] if each in rest]
                    args += list(more)
        return self._signature.bind(*args, **rest)


def json_value(value: Any) -> Any:
    """The value as JSON; a path is its text. Raises ``TypeError`` for what an intent cannot say."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {_name(name): json_value(each) for name, each in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [json_value(each) for each in value]
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        return json_value(dump(mode="json"))
    raise TypeError(
        f"{type(value).__name__} cannot be an argument of an intent: use JSON values, paths, or pydantic models."
    )


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"{name!r} cannot be a member of an intent's arguments.")
    return name
