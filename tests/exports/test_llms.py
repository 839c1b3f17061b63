"""llms.txt: the format of llmstxt.org, and every file that it should lead to."""

from __future__ import annotations

import re

import pytest

from bookgen import pipeline
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered


@pytest.fixture(scope="module")
def files(loaded: Loaded, rendered: Rendered) -> dict[str, bytes]:
    return pipeline.extra_files(loaded, rendered)


def test_its_form(files: dict[str, bytes]) -> None:
    lines = files["llms.txt"].decode().split("\n")
    assert lines[0] == "# The Compute Ledger (算力账本)"
    assert lines[2].startswith("> AI infrastructure where every number proves itself. ")
    sections = [line for line in lines if line.startswith("## ")]
    assert sections == ["## English", "## 中文", "## Data", "## Optional"]
    listed = lines[lines.index("## English") :]
    for line in listed:
        assert (
            not line or line in sections or re.fullmatch(r"- \[.+\]\([\w./-]+\): \S.{4,}", line)
        ), line


def test_it_leads_to_every_file_and_to_no_other(files: dict[str, bytes]) -> None:
    links = re.findall(r"(?m)^- \[.*?\]\(([^)]+)\): ", files["llms.txt"].decode())
    wanted = {path for path in files if path != "llms.txt" and "/cards/" not in path}
    assert sorted(links) == sorted(wanted)


def test_a_page_is_told_by_how_it_opens(files: dict[str, bytes]) -> None:
    text = files["llms.txt"].decode()
    assert (
        "(en/one-gpu.md): Why does AI run on GPUs at all? And why on ten thousand of them?\n"
        in text
    )
    assert "(zh/index.md): 每个数字都能自证。\n" in text
    assert "(zh/models.md): 书里用到的模型，按发布日期从新到旧排列。" in text
    assert max(map(len, text.split("\n- "))) < 800


def test_the_address_that_it_gives_as_an_example_is_one(
    files: dict[str, bytes], rendered: Rendered
) -> None:
    page, anchor = re.search(r"en/([\w-]+)\.html#(\S+)\.", files["llms.txt"].decode()).groups()  # type: ignore[union-attr]
    assert f' id="{anchor}"' in rendered.pages["en", page]
