"""Whether Discord would accept what a bot sent: its documented limits, and its own API description.

Limits are always checked. The description is a large file of Discord's that is not kept here: the
environment variable DISCORD_OPENAPI names it (`specs/openapi.json` of Discord's discord-api-spec).
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.parse import quote

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

V2 = 1 << 15
"""The flag of a message that consists of components alone."""
EPHEMERAL = 1 << 6
_ROW, _BUTTON, _TEXT = 1, 2, 10
_V2_TYPES = {9, _TEXT, 11, 12, 13, 14, 17}
_ANSWER, _UPDATE = 4, 7
_NAME = "urn:discord"
_BESIDE = ("content", "embeds", "poll", "sticker_ids")
_MESSAGES = re.compile(r"/(?:channels/\d+/messages|webhooks/\d+/[^/]+(?:/messages)?)(?:/[^/]+)?$")


class Request(Protocol):
    """A request as simcord records it."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def json(self) -> Any: ...


def problems(requests: Iterable[Request]) -> list[str]:
    """What Discord would object to, a line each."""
    path = os.environ.get("DISCORD_OPENAPI")
    described = description(path) if path else None
    return [
        f"{request.method} {request.path}: {complaint}"
        for request in requests
        for complaint in (*_limits(request), *(described.complaints(request) if described else ()))
    ]


# Documented limits


def _limits(request: Request) -> Iterator[str]:
    body = request.json
    if not isinstance(body, dict):
        return
    if request.path.endswith("/callback"):
        if body.get("type") in (_ANSWER, _UPDATE):
            yield from message_limits(body.get("data") or {}, new=body["type"] == _ANSWER, private=True)
    elif request.method in ("POST", "PATCH") and _MESSAGES.search(request.path):
        private = request.path.startswith("/webhooks/")
        yield from message_limits(body, new=request.method == "POST", private=private)


def message_limits(message: dict[str, Any], *, new: bool, private: bool) -> Iterator[str]:
    """Which of the documented limits a message breaks. Only interactions can be answered privately."""
    parts = list(_walk(message.get("components") or []))
    flags = message.get("flags") or 0
    modern = bool(flags & V2) or any(part.get("type") in _V2_TYPES for part in parts)
    if modern and new and not flags & V2:
        yield "components of version 2 without their flag"
    if modern:
        yield from (f"{name} beside components of version 2" for name in _BESIDE if message.get(name))
    if flags & EPHEMERAL and not private:
        yield "a private message outside an interaction"
    if new and not parts and not any(message.get(name) for name in (*_BESIDE, "attachments")):
        yield "an empty message"
    yield from _component_limits(parts)


def _component_limits(parts: list[dict[str, Any]]) -> Iterator[str]:
    if len(parts) > 40:
        yield f"{len(parts)} components, more than 40"
    written = sum(len(part["content"]) for part in parts if part.get("type") == _TEXT)
    if written > 4000:
        yield f"{written} characters of text, more than 4000"
    yield from (
        "an empty text" for part in parts if part.get("type") == _TEXT and not part["content"].strip()
    )
    for part in parts:
        if part.get("type") == _ROW and not 1 <= len(part.get("components") or []) <= 5:
            yield f"{len(part.get('components') or [])} components in a row, not 1 to 5"
        if part.get("type") == _BUTTON:
            yield from _button_limits(part)
    ids = [part["custom_id"] for part in parts if part.get("custom_id") is not None]
    yield from (
        f"a custom id of {len(name)} characters, not 1 to 100" for name in ids if not 1 <= len(name) <= 100
    )
    yield from (f"the custom id {name!r} {times} times" for name, times in Counter(ids).items() if times > 1)


def _button_limits(button: dict[str, Any]) -> Iterator[str]:
    label = button.get("label") or ""
    if len(label) > 80:
        yield f"a label of {len(label)} characters, more than 80"
    if not label and not button.get("emoji"):
        yield "a button without label or emoji"
    if (button.get("style") == 5) == (button.get("custom_id") is not None):
        yield "a button needs either a custom id or, as a link, an address"


def _walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])
        if isinstance(component.get("accessory"), dict):
            yield from _walk([component["accessory"]])


# Discord's API description


class _Route(NamedTuple):
    method: str
    pattern: re.Pattern[str]
    body: Any


class Description:
    """An OpenAPI description, as a judge of requests."""

    def __init__(self, document: dict[str, Any]) -> None:
        resource = Resource(contents=document, specification=DRAFT202012)
        registry = Registry().with_resource(_NAME, resource)
        validator = _validator(document)
        # A literal part of a path goes before a parameter: `@original` is no message id.
        paths = sorted(document["paths"].items(), key=lambda entry: entry[0].count("{"))
        self._routes = [
            _Route(
                method.upper(),
                _pattern(path),
                validator(_body(path, method), registry=registry) if _has_body(operation) else None,
            )
            for path, operations in paths
            for method, operation in operations.items()
            if method != "parameters"
        ]

    def complaints(self, request: Request) -> Iterator[str]:
        """What the description says against a request."""
        for route in self._routes:
            if route.method == request.method and route.pattern.fullmatch(request.path):
                break
        else:
            yield "no such route"
            return
        if request.json is None:
            return
        if route.body is None:
            yield "a body where there is none"
            return
        for error in route.body.iter_errors(request.json):
            yield from _told(error)


@cache
def description(path: str) -> Description:
    """The description in a file, read once."""
    return Description(json.loads(Path(path).read_text(encoding="utf-8")))


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{[^/]+?\\}", "[^/]+", re.escape(path)))


def _has_body(operation: dict[str, Any]) -> bool:
    return "application/json" in operation.get("requestBody", {}).get("content", {})


def _body(path: str, method: str) -> dict[str, Any]:
    """A reference to the schema of an operation's body. A form carries the same as its `payload_json`."""
    keys = ("paths", path, method, "requestBody", "content", "application/json", "schema")
    pointer = "/".join(quote(key.replace("~", "~0").replace("/", "~1"), safe="~") for key in keys)
    return {"$ref": f"{_NAME}#/{pointer}"}


def _validator(document: dict[str, Any]) -> Any:
    """JSON Schema as Discord means it: ids may be numbers, and `type` says which of several shapes is meant."""
    schemas = document.get("components", {}).get("schemas", {})

    def meant(alternative: dict[str, Any], instance: Any) -> bool:
        if not isinstance(instance, dict) or "type" not in instance:
            return True
        shape = schemas.get(alternative.get("$ref", "").rpartition("/")[2], alternative)
        kinds = shape.get("properties", {}).get("type", {}).get("enum")
        return kinds is None or instance["type"] in kinds

    def one_of(validator: Any, alternatives: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        context: list[ValidationError] = []
        for index, alternative in enumerate(alternatives):
            if meant(alternative, instance):
                errors = list(validator.descend(instance, alternative, schema_path=index))
                if not errors:
                    return
                context += errors
        yield ValidationError("fits none of the shapes that are allowed here", context=context)

    base: Callable[..., Iterable[ValidationError]] = Draft202012Validator.VALIDATORS["type"]

    def of_type(validator: Any, types: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        if schema.get("format") == "snowflake" and validator.is_type(instance, "integer"):
            return
        yield from base(validator, types, instance, schema)

    return extend(Draft202012Validator, {"oneOf": one_of, "anyOf": one_of, "type": of_type})


def _told(error: ValidationError) -> Iterator[str]:
    """An error, or, where several shapes were allowed, what was wrong with the one that came nearest."""
    if not error.context:
        yield f"{error.json_path}: {error.message[:200]}"
        return
    likely = [inner for inner in error.context if inner.validator_value != "null"] or error.context
    depth = max(len(inner.absolute_path) for inner in likely)
    for inner in likely:
        if len(inner.absolute_path) == depth:
            yield from _told(inner)
