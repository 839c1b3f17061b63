"""What a change goes back to: the book is as it ships, and the last review said something else."""

from __future__ import annotations

from typing import Any

import pytest

from bookgen.rendered import Subject
from bookgen.review import difference, report
from bookgen.review.difference import Difference, Group
from bookgen.review.lock import Lock
from bookgen.review.record import record


@pytest.fixture(scope="module")
def now(subject: Subject) -> Lock:
    return record(subject)


def since(subject: Subject, now: Lock, section: str, **changed: Any) -> Difference:
    """The difference from a review that kept other entries; None stands for none at all."""
    entries = dict(getattr(now, section))
    for id, fields in changed.items():
        if fields is None:
            del entries[id]
        elif id in entries:
            entries[id] = entries[id].model_copy(update=fields)
        else:
            entries[id] = fields
    return difference.compare(subject, now.model_copy(update={section: entries}), now)


def only(found: Difference) -> tuple[str, str, Group]:
    """The one group, with its one cause."""
    (group,) = found.groups
    (cause,) = group.causes
    return cause.what, cause.id, group


def ids(group: Group) -> set[str]:
    return {change.said.id for change in group.changes}


def test_nothing(subject: Subject, now: Lock) -> None:
    found = difference.compare(subject, now, now)
    assert not found
    assert found.changes == 0


def test_a_formula(subject: Subject, now: Lock) -> None:
    """Two numbers moved and no datum did: the one nearer to the data is where it happened."""
    entries = dict(now.numbers)
    for id in ("one-gpu.training_compute", "one-gpu.llama_one_gpu"):
        entries[id] = entries[id].model_copy(update={"value": entries[id].value * 2})
    found = difference.compare(subject, now.model_copy(update={"numbers": entries}), now)
    what, id, group = only(found)
    assert (what, id) == ("formula", "one-gpu.training_compute")
    assert ids(group) == {"one-gpu.training_compute", "one-gpu.llama_one_gpu"}
    (place,) = group.places
    assert place is not None
    assert place.file.name == "numbers.yml"


def test_the_text(subject: Subject, now: Lock) -> None:
    found = since(subject, now, "numbers", **{"one-gpu.weight_bytes": {"en": "0.81 GB"}})
    assert only(found)[:2] == ("text", "one-gpu")
    assert "0.81 GB -> 810 GB" in report.terminal(found)


def test_a_number_that_was_not_declared(subject: Subject, now: Lock) -> None:
    found = since(subject, now, "numbers", **{"one-gpu.weight_bytes": None})
    what, id, group = only(found)
    assert (what, id) == ("formula", "one-gpu")
    assert group.changes[0].said.old is None
    assert "810 GB, new" in report.terminal(found)


def test_a_number_that_is_no_longer_declared(subject: Subject, now: Lock) -> None:
    gone = now.numbers["one-gpu.weight_bytes"]
    found = since(subject, now, "numbers", **{"one-gpu.old_number": gone})
    assert only(found)[:2] == ("formula", "one-gpu")
    assert "810 GB, gone" in report.terminal(found)


def test_a_value_typed_in_numbers_yml(subject: Subject, now: Lock) -> None:
    data = dict(now.data) | {"one-gpu.mfu_assumed": now.data["one-gpu.mfu_assumed"].model_copy(
        update={"value": "50 percent"}
    )}  # fmt: skip
    numbers = dict(now.numbers)
    numbers["one-gpu.mfu_assumed"] = numbers["one-gpu.mfu_assumed"].model_copy(
        update={"value": 50.0, "zh": "50%", "en": "50%"}
    )
    then = now.model_copy(update={"data": data, "numbers": numbers})
    what, id, group = only(difference.compare(subject, then, now))
    assert (what, id) == ("datum", "one-gpu.mfu_assumed")
    assert ids(group) == {"one-gpu.mfu_assumed"}
    (place,) = group.places
    assert place is not None
    assert place.file.name == "numbers.yml"


def test_how_a_datum_is_known(subject: Subject, now: Lock) -> None:
    found = since(subject, now, "data", **{"h100-sxm.die_area": {"kind": "paper"}})
    what, id, group = only(found)
    assert (what, id, group.changes) == ("datum", "h100-sxm.die_area", [])
    assert "(paper -> press)" in report.terminal(found)
    assert "no number rests on it" in report.terminal(found)


def test_a_file_that_is_gone(subject: Subject, now: Lock) -> None:
    def renamed(entries: dict[str, Any]) -> dict[str, Any]:
        old = {id: entry for id, entry in entries.items() if "h100-sxm" in id.split(".")}
        return entries | {id.replace("h100-sxm", "h90"): entry for id, entry in old.items()}

    then = now.model_copy(
        update={"data": renamed(dict(now.data)), "numbers": renamed(dict(now.numbers))}
    )
    what, id, group = only(difference.compare(subject, then, now))
    assert (what, id) == ("file", "h90")
    assert {"accelerators.h90.bf16", "compute.peak.h90"} <= ids(group)
    assert all(change.new == "" for change in group.changes)


def test_a_verdict(subject: Subject, now: Lock) -> None:
    found = since(subject, now, "claims", **{"h100-1979": {"kind": "agrees", "factor": 1.0}})
    assert only(found)[:2] == ("text", "claims")
    assert "verdict on the claim h100-1979: agrees (factor 1) -> off (factor 2)" in report.terminal(
        found
    )


def test_a_yardstick_that_was_chosen_anew(subject: Subject, now: Lock) -> None:
    key, event = "one-gpu yardstick one-gpu.llama_one_gpu", "history.events.zhou_conquest"
    assert event in now.data
    words = dict(now.words) | {key: now.words[key].model_copy(update={"en": "since the flood"})}
    data = dict(now.data) | {event: now.data[event].model_copy(update={"value": "-2300"})}
    then = now.model_copy(update={"words": words, "data": data})
    what, id, group = only(difference.compare(subject, then, now))
    assert (what, id) == ("datum", event)
    assert ids(group) == {"one-gpu.llama_one_gpu"}
    assert {seen.language for change in group.changes for seen in change.seen} == {"zh", "en"}
    assert "timeline" in group.figures
