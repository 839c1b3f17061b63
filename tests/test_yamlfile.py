from __future__ import annotations

from pathlib import Path

import pytest

from bookgen import yamlfile
from bookgen.checks import run
from bookgen.errors import BookError
from bookgen.rendered import Subject


def load(tmp_path: Path, text: str | bytes) -> yamlfile.Document:
    file = tmp_path / "x.yml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return yamlfile.load(file)


def test_scalars_stay_as_typed(tmp_path: Path) -> None:
    text = "a: 1e12\nb: 2:4\nc: no\nd: 1.10\non: true\ne: 2024-03-18\nf: 0700\ng: NO\n"
    data = load(tmp_path, text).data
    assert data == {
        "a": "1e12",
        "b": "2:4",
        "c": "no",
        "d": "1.10",
        "on": "true",
        "e": "2024-03-18",
        "f": "0700",
        "g": "NO",
    }


def test_lines_are_remembered(tmp_path: Path) -> None:
    document = load(tmp_path, "a: 1\nb:\n  c: {d: 2}\n  e:\n  - x\n  - y\n")
    assert document.line(("b", "c", "d")) == 3
    assert document.line(("b", "e", 1)) == 6
    assert document.line(("b", "nowhere")) == 2


def test_a_duplicate_key_names_both_places(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="key 'a' stands twice") as caught:
        load(tmp_path, "a: 1\nb: 2\na: 3\n")
    assert caught.value.line == 3
    assert "line 1" in str(caught.value)


def test_a_merge_key_is_not_a_duplicate(tmp_path: Path) -> None:
    text = "base: &base {a: 1, b: 2}\nmore:\n  <<: *base\n  b: 3\n"
    assert load(tmp_path, text).data["more"] == {"a": "1", "b": "3"}


@pytest.mark.parametrize(
    "text", ["note: 见 issue #42 的更正\n", "hbm: 80GB #每卡\n", "accent: #76b900\n"]
)
def test_text_cut_off_by_a_comment_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BookError, match="is read as a comment and lost") as caught:
        load(tmp_path, text)
    assert caught.value.line == 1


def test_real_comments_and_quoted_signs_are_fine(tmp_path: Path) -> None:
    text = "# head\na: 1  # a remark\nb: 'issue #42'\nc: 80GB#x\n"
    assert load(tmp_path, text).data == {"a": "1", "b": "issue #42", "c": "80GB#x"}


@pytest.mark.parametrize("text", ["", "# only a comment\n", "\n\n"])
def test_an_empty_file_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BookError, match="the file is empty"):
        load(tmp_path, text)


def test_bom_and_windows_line_ends_read_the_same(tmp_path: Path) -> None:
    plain = load(tmp_path, "a: 1\nb: 显存\n").data
    assert load(tmp_path, b"\xef\xbb\xbf" + "a: 1\r\nb: 显存\r\n".encode()).data == plain


def test_another_encoding_is_named(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="is not UTF-8") as caught:
        load(tmp_path, "a: 1\nb: 显存\n".encode("gbk"))
    assert caught.value.line == 2


@pytest.mark.parametrize("text", ["a: [1, 2\n", "a: 1\n b: 2\n", "- a\n- b\n"])
def test_bad_syntax_is_one_line_with_its_place(tmp_path: Path, text: str) -> None:
    with pytest.raises(BookError) as caught:
        load(tmp_path, text)
    assert caught.value.line
    assert len(caught.value.lines()) == 1


def test_a_text_is_read_once_and_what_is_kept_is_changed_by_nobody(subject: Subject) -> None:
    """What a file says is still what its text says after the whole book was made from it."""
    for _ in run(subject):
        pass
    files = [*subject.root.glob("data/**/*.yml"), *subject.root.glob("content/**/*.yml")]
    for file in [*files, *subject.root.glob("figures/*.yml")]:
        kept, fresh = yamlfile.load(file), yamlfile._parse.__wrapped__(yamlfile.read_text(file))
        assert kept.data is yamlfile.load(file).data
        assert (kept.data, kept.lines) == fresh, file


def test_another_text_in_a_document_leaves_the_document_as_it_is(tmp_path: Path) -> None:
    document = load(tmp_path, "a:\n  - b: 1\n  - c: 2\nd: {e: 3}\n")
    other = document.with_text(("a", 1, "c"), "4")
    assert other.data == {"a": [{"b": "1"}, {"c": "4"}], "d": {"e": "3"}}
    assert document.data == {"a": [{"b": "1"}, {"c": "2"}], "d": {"e": "3"}}
    assert other.line(("a", 1, "c")) == 3
