"""The judge of requests itself: each limit is noticed, and so is what the API description forbids."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import wire


@dataclass
class Sent:
    method: str
    path: str
    json: Any


def text(content: str = "Ann leads") -> dict[str, Any]:
    return {"type": 10, "content": content}


def button(custom_id: str = "crib:1:1:0:hand", **changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "My hand", "custom_id": custom_id, **changes}


def row(*buttons: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(buttons)}


def message(*parts: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"flags": wire.V2, "components": [{"type": 17, "components": list(parts)}], **fields}


def complaints(body: Any, method: str = "POST", path: str = "/channels/1/messages") -> list[str]:
    return wire.problems([Sent(method, path, body)])


@pytest.fixture(autouse=True)
def no_description(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_OPENAPI", raising=False)


def test_a_message_within_the_limits_is_fine() -> None:
    parts = (*(text("x" * 400) for _ in range(10)), row(*(button(f"{n}" * 100) for n in range(5))))
    assert complaints(message(*parts)) == []
    assert complaints(message(*parts, flags=wire.V2 | wire.EPHEMERAL), path="/webhooks/1/token") == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (message(*[text()] * 40), "41 components"),
        (message(text("x" * 2001), text("x" * 2000)), "4001 characters of text"),
        (message(text(" ")), "an empty text"),
        (message(row(*(button(str(n)) for n in range(6)))), "6 components in a row"),
        (message(row()), "0 components in a row"),
        (message(row(button("x" * 101))), "a custom id of 101 characters"),
        (message(row(button(""))), "a custom id of 0 characters"),
        (message(row(button("a")), row(button("a"))), "the custom id 'a' 2 times"),
        (message(row(button(label="x" * 81))), "a label of 81 characters"),
        (message(row(button(label=None))), "a button without label or emoji"),
        (message(row({"type": 2, "style": 1, "label": "x"})), "either a custom id or"),
        (message(text(), content="hello"), "content beside"),
        (message(text(), embeds=[{}]), "embeds beside"),
        (message(text(), flags=0), "without their flag"),
        (message(text(), flags=wire.V2 | wire.EPHEMERAL), "a private message outside"),
        ({"flags": wire.V2, "components": []}, "an empty message"),
        (message({"type": 9, "components": [text()], "accessory": button("x" * 101)}), "of 101 characters"),
    ],
)
def test_a_broken_limit_is_noticed(body: dict[str, Any], said: str) -> None:
    (complaint,) = complaints(body)
    assert said in complaint


@pytest.mark.parametrize(
    ("method", "path", "wrap"),
    [
        ("PATCH", "/channels/1/messages/2", False),
        ("POST", "/webhooks/1/some-token", False),
        ("PATCH", "/webhooks/1/some-token/messages/@original", False),
        ("POST", "/interactions/1/some-token/callback", True),
    ],
)
def test_every_way_to_send_a_message_is_watched(method: str, path: str, wrap: bool) -> None:
    body: Any = message(row(button("a"), button("a")))
    assert complaints({"type": 7, "data": body} if wrap else body, method, path)


DESCRIPTION = {
    "openapi": "3.1.0",
    "paths": {
        "/channels/{channel_id}/messages": {
            "post": {
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Message"}}}
                }
            }
        },
        "/channels/{channel_id}": {"delete": {}},
    },
    "components": {
        "schemas": {
            "Message": {
                "type": "object",
                "properties": {
                    "author": {"type": "string", "format": "snowflake"},
                    "part": {
                        "oneOf": [{"$ref": "#/components/schemas/Text"}, {"$ref": "#/components/schemas/Row"}]
                    },
                },
                "required": ["part"],
            },
            "Text": {
                "properties": {"type": {"enum": [10]}, "content": {"type": "string", "maxLength": 5}},
                "required": ["type", "content"],
            },
            "Row": {"properties": {"type": {"enum": [1]}}, "required": ["type"]},
        }
    },
}


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (Sent("POST", "/channels/1/messages", {"part": {"type": 10, "content": "four"}, "author": 7}), None),
        (
            Sent("POST", "/channels/1/messages", {"part": {"type": 10, "content": "too long"}}),
            "$.part.content: ",
        ),
        (Sent("POST", "/channels/1/messages", {"part": {"type": 2}}), "none of the shapes"),
        (Sent("POST", "/channels/1/messages", {}), "'part' is a required property"),
        (Sent("DELETE", "/channels/1", None), None),
        (Sent("DELETE", "/channels/1", {"why": "x"}), "a body where there is none"),
        (Sent("PUT", "/channels/1", None), "no such route"),
    ],
)
def test_a_request_is_held_against_the_description(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, request_: Sent, said: str | None
) -> None:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(DESCRIPTION))
    monkeypatch.setenv("DISCORD_OPENAPI", str(file))
    found = [line for line in wire.problems([request_]) if "an empty message" not in line]
    assert found == [] if said is None else said in "\n".join(found)
