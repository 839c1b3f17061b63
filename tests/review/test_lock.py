"""The lock: the same state, the same bytes; read back as it was written."""

from __future__ import annotations

from pathlib import Path

import yaml

from bookgen.rendered import Subject
from bookgen.review import lock
from bookgen.review.lock import Lock, Printed
from bookgen.review.record import record


def test_what_is_written_is_read_back(tmp_path: Path, subject: Subject) -> None:
    state = record(subject)
    text = lock.write(state)
    file = tmp_path / "lock.yml"
    file.write_text(text, encoding="utf-8")
    assert lock.write(lock.read(file)) == text
    assert lock.write(record(subject)) == text
    assert yaml.safe_load(text).keys() == Lock.model_fields.keys()


def test_every_printed_number_is_there_with_its_texts(subject: Subject) -> None:
    state = record(subject)
    for id, texts in subject.rendered.uses.items():
        for language, found in texts.items():
            kept = getattr(state.numbers[id], language)
            assert all(text.replace("\N{NO-BREAK SPACE}", " ") in kept for text in found), id
    assert set(subject.graph.catalog.values) <= set(state.data)
    assert state.data["h100-sxm.announced"].value == "2022-03-22"
    assert state.data["history.events.chatgpt"].value == "2022-11-30"
    assert "Zhou" in state.words["one-gpu yardstick one-gpu.llama_one_gpu"].en


def test_an_entry_is_a_line_in_order_of_id(subject: Subject) -> None:
    state = record(subject)
    lines = lock.write(state).splitlines()
    numbers = [line for line in lines if line.startswith("  one-gpu.") and "value" in line]
    assert len(numbers) >= len(subject.graph.chapters["one-gpu"])
    ids = [line.split(":")[0].strip() for line in lines[lines.index("numbers:") + 1 :]]
    ids = ids[: ids.index("words")]
    assert ids == sorted(state.numbers)


def test_another_machine_s_last_digit_is_no_change() -> None:
    number = Printed(value=3035.25377212, unit="year", kind="paper", zh="约 3,000 年", en="3,000")
    assert number.same(number.model_copy(update={"value": 3035.25377212 * (1 + 1e-11)}))
    assert not number.same(number.model_copy(update={"value": 3035.25377212 * (1 + 1e-7)}))
    for field in ("unit", "kind", "zh", "en"):
        assert not number.same(number.model_copy(update={field: "other"}))
