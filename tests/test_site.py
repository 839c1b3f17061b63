"""The site's publication: at once or not at all, the same bytes everywhere, faults with a place."""

from __future__ import annotations

import fcntl
import importlib.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from bookgen import site
from bookgen.errors import BookError
from bookgen.site import Language, Page, builder, links, publish

REPOSITORY = Path(__file__).parents[1]
PAGES = (
    Page("index", {"zh": "首页: 账本", "en": "Home: the ledger"}),
    Page("one-gpu", {"zh": "显卡", "en": "GPUs"}),
)
LANGUAGES = (
    Language("zh", "中文", "算力账本", "每个数字都能自证"),
    Language("en", "English", "The Compute Ledger", "Every number proves itself"),
)
TEXTS = {
    "zh/index.md": "# 算力账本 {#home}\n\n见[显卡](one-gpu.md#memory)。\n",
    "en/index.md": "# The Compute Ledger {#home}\n\nSee [GPUs](one-gpu.md#memory).\n",
    "zh/one-gpu.md": "# 显卡 {#one-gpu}\n\n## 显存 {#memory}\n\n显存是 $80$ GB。\n",
    "en/one-gpu.md": "# GPUs {#one-gpu}\n\n## Memory {#memory}\n\nMemory is $80$ GB.\n",
}


def write(root: Path, texts: Mapping[str, str] = TEXTS) -> Path:
    """A book of two pages in two languages, as render.py would leave it."""
    (root / "mkdocs.yml").write_bytes((REPOSITORY / "mkdocs.yml").read_bytes())
    for name, text in texts.items():
        file = root / "build" / "docs" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return root


def build(root: Path, **files: bytes) -> list[str]:
    extra = {name.replace("_", "."): data for name, data in files.items()}
    return site.build(root, PAGES, LANGUAGES, extra or {"numbers.json": b"{}\n"})


def state(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file with its inode, time and bytes."""
    return {
        name: (
            (folder / name).stat().st_ino,
            (folder / name).stat().st_mtime_ns,
            (folder / name).read_bytes(),
        )
        for name in publish.files(folder)
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book that has been built once. Tests leave it as it is."""
    root = write(tmp_path_factory.mktemp("book"))
    assert "zh/index.html" in build(root)
    return root


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site builder of no time at all, for what does not depend on the real one."""

    def quick(root: Path, staging: Path, pages: object, languages: object) -> None:
        for file in sorted((root / "build" / "docs").rglob("*.md")):
            target = staging / file.relative_to(root / "build" / "docs").with_suffix(".html")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(f'<a href="#x" id="x">{file.read_text("utf-8")}</a>', "utf-8")
        for name in ("zh/book/favicon.svg", "en/book/favicon.svg"):
            (staging / name).parent.mkdir(parents=True, exist_ok=True)
            (staging / name).write_text("<svg/>", "utf-8")

    monkeypatch.setattr(builder, "build", quick)


class TestSite:
    def test_both_languages_have_the_same_pages(self, built: Path) -> None:
        names = publish.files(built / "site")
        for code in ("zh", "en"):
            pages = {name for name in names if name.startswith(f"{code}/") and "html" in name}
            assert pages == {f"{code}/index.html", f"{code}/one-gpu.html"}
        assert {"index.html", "numbers.json"} <= names

    def test_a_page_tells_where_its_plain_text_is(self, tmp_path: Path) -> None:
        root = write(tmp_path)
        pages = [Page(page.id, page.titles, plain=page.id == "one-gpu") for page in PAGES]
        extra = {f"{code}/one-gpu.md": b"# GPUs\n" for code in ("zh", "en")}
        with pytest.raises(BookError, match=r"'one-gpu\.md': there is no such file in the site"):
            site.build(root, pages, LANGUAGES)
        site.build(root, pages, LANGUAGES, extra)
        link = '<link rel="alternate" type="text/markdown" href="one-gpu.md">'
        for code in ("zh", "en"):
            assert link in (root / f"site/{code}/one-gpu.html").read_text("utf-8")
            assert "text/markdown" not in (root / f"site/{code}/index.html").read_text("utf-8")
            assert (root / f"site/{code}/one-gpu.md").read_bytes() == b"# GPUs\n"

    def test_nothing_of_a_hosted_site(self, built: Path) -> None:
        assert not [n for n in publish.files(built / "site") if "sitemap" in n or "404" in n]

    def test_language_and_names(self, built: Path) -> None:
        page = (built / "site/zh/one-gpu.html").read_text("utf-8")
        assert '<html lang="zh-Hans"' in page
        assert "<title>显卡 · 算力账本</title>" in page
        assert "首页: 账本" in page
        assert 'href="../en/one-gpu.html" hreflang="en" lang="en">English</a>' in page
        assert '<link rel="alternate" hreflang="en" href="../en/one-gpu.html">' in page
        page = (built / "site/en/index.html").read_text("utf-8")
        assert '<html lang="en"' in page
        assert 'href="../zh/index.html" hreflang="zh-Hans" lang="zh-Hans">中文</a>' in page

    def test_no_builder_is_advertised(self, built: Path) -> None:
        page = (built / "site/en/index.html").read_text("utf-8")
        assert "Made with" not in page
        assert "squidfunk" not in page

    def test_each_index_holds_its_own_language(self, built: Path) -> None:
        zh = (built / "site/zh/search/search_index.js").read_text("utf-8")
        en = (built / "site/en/search/search_index.js").read_text("utf-8")
        assert "\\u663e\\u5b58" in zh
        assert "Memory" not in zh
        assert "Memory" in en
        assert "\\u663e" not in en

    def test_a_page_that_the_contents_do_not_list(self, tmp_path: Path) -> None:
        more = {
            "zh/proofs.md": "# 推导 {#proofs}\n\n见[显卡](one-gpu.md#memory)。\n",
            "en/proofs.md": "# Proofs {#proofs}\n\nSee [GPUs](one-gpu.md#memory).\n",
        }
        root = write(tmp_path, {**TEXTS, **more})
        site.build(root, (*PAGES, Page("proofs")), LANGUAGES)
        page = (root / "site/zh/proofs.html").read_text("utf-8")
        assert "<title>推导 · 算力账本</title>" in page
        assert 'href="../en/proofs.html" hreflang="en" lang="en">English</a>' in page
        assert "proofs.html" not in (root / "site/zh/one-gpu.html").read_text("utf-8")

    def test_root_offers_both_languages(self, built: Path) -> None:
        page = (built / "site/index.html").read_text("utf-8")
        for text in ('href="zh/index.html"', 'href="en/index.html"', "算力账本", "中文", "English"):
            assert text in page

    def test_fonts_travel_with_their_licences(self, built: Path) -> None:
        fonts = {path.name for path in (built / "site/zh/book/fonts").iterdir()}
        assert {"stix-two-math.woff2", "LICENSE-stix-two-math.txt"} <= fonts
        assert {"superscripts.woff2", "LICENSE-superscripts.txt"} <= fonts

    def test_no_absolute_path_and_no_day(self, built: Path) -> None:
        for name in publish.files(built / "site"):
            data = (built / "site" / name).read_bytes()
            assert str(built).encode() not in data, name
            assert str(REPOSITORY).encode() not in data, name
            if name.endswith((".html", ".js")) and "assets/" not in name:
                assert time.strftime("%Y-%m-%d").encode() not in data, name

    def test_the_same_bytes_from_another_folder_on_another_day(
        self, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = tmp_path / "某处" / "a much deeper folder"
        other.mkdir(parents=True)
        write(other, dict(reversed(TEXTS.items())))
        monkeypatch.setenv("LC_ALL", "C")
        monkeypatch.setenv("TZ", "Pacific/Auckland")
        monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
        monkeypatch.setenv("PYTHONHASHSEED", "12345")
        build(other)
        first, second = state(built / "site"), state(other / "site")
        assert {k: v[2] for k, v in first.items()} == {k: v[2] for k, v in second.items()}

    def test_a_second_build_touches_nothing(self, built: Path) -> None:
        before, folder = state(built / "site"), (built / "site").stat()
        assert build(built) == []
        assert state(built / "site") == before
        assert (built / "site").stat().st_mtime_ns == folder.st_mtime_ns
        assert not list((built / "build").glob("staging-*"))


class TestFaults:
    """Each stops the build with lines that name the page, and leaves the site as it was."""

    @pytest.fixture
    def breaks(self, built: Path) -> Iterator[Callable[[str, str], list[str]]]:
        touched: dict[Path, bytes] = {}
        before = state(built / "site")

        def break_(name: str, text: str) -> list[str]:
            file = built / "build" / "docs" / name
            touched.setdefault(file, file.read_bytes())
            file.write_text(file.read_text("utf-8") + f"\n{text}\n", "utf-8")
            with pytest.raises(BookError) as caught:
                build(built)
            assert state(built / "site") == before
            assert "Traceback" not in str(caught.value)
            return caught.value.lines()

        yield break_
        for file, data in touched.items():
            file.write_bytes(data)

    def test_links_in_markdown(self, breaks: Callable[[str, str], list[str]]) -> None:
        text = "[a](nope.md) [b](#显存) [c](index.md#nope) [d](/one-gpu.html)"
        lines = breaks("zh/one-gpu.md", text)
        assert len(lines) == 4
        assert all("build/docs/zh/one-gpu.md:7: " in line for line in lines)
        for link in ("'nope.md'", "'#显存'", "'index.md#nope'", "'/one-gpu.html'"):
            assert any(link in line for line in lines)

    def test_a_bad_formula_in_each_language(self, breaks: Callable[[str, str], list[str]]) -> None:
        lines = breaks("en/one-gpu.md", r"So $\frac{a}{b$.")
        assert len(lines) == 1
        assert "build/docs/en/one-gpu.md:7: " in lines[0]
        assert r"'\frac{a}{b'" in lines[0]

    def test_links_in_html(self, breaks: Callable[[str, str], list[str]]) -> None:
        text = (
            '<a href="index.html#nope">a</a> <a href="gone.html">b</a> <i id="memory">c</i> '
            '<img src="https://example.com/a.png" alt="d">'
        )
        lines = breaks("en/one-gpu.md", text)
        assert len(lines) == 4
        assert all("build/docs/en/one-gpu.md:" in line for line in lines)

    def test_a_page_beside_the_book(self, built: Path) -> None:
        extra = built / "build/docs/zh/extra.md"
        extra.write_text("# 多余 {#extra}\n", "utf-8")
        try:
            with pytest.raises(BookError, match=r"extra\.md"):
                build(built)
        finally:
            extra.unlink()

    def test_a_page_that_is_missing(self, built: Path) -> None:
        pages = (*PAGES, Page("gone", {"zh": "没有", "en": "Gone"}))
        with pytest.raises(BookError, match=r"gone\.md"):
            site.build(built, pages, LANGUAGES)

    def test_a_page_in_another_encoding(self, built: Path) -> None:
        file = built / "build/docs/zh/one-gpu.md"
        text = file.read_text("utf-8")
        try:
            file.write_bytes(text.encode("gb18030"))
            with pytest.raises(BookError, match=r"zh/one-gpu\.md: .*utf-8"):
                build(built)
        finally:
            file.write_text(text, "utf-8")

    def test_a_missing_title(self, built: Path) -> None:
        with pytest.raises(BookError, match="page 'x' has no title in 'en'"):
            site.build(built, (*PAGES, Page("x", {"zh": "甲"})), LANGUAGES)

    def test_an_unknown_language(self, built: Path) -> None:
        with pytest.raises(BookError, match="language 'fr'"):
            site.build(built, PAGES, (*LANGUAGES, Language("fr", "Français", "", "")))

    @pytest.mark.parametrize("package", ["jieba", "mkdocs", "material"])
    def test_a_missing_package(
        self, built: Path, package: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real = importlib.util.find_spec

        def find(name: str, within: str | None = None) -> ModuleSpec | None:
            return None if name == package else real(name, within)

        monkeypatch.setattr(importlib.util, "find_spec", find)
        with pytest.raises(BookError, match=f"'{package}' is not installed"):
            build(built)


@pytest.mark.usefixtures("fast")
class TestPublication:
    @pytest.mark.parametrize("name", ["../out.txt", "/out.txt", "index.html", "zh/index.html"])
    def test_a_further_file_that_is_not_one(self, tmp_path: Path, name: str) -> None:
        root = write(tmp_path)
        with pytest.raises(BookError, match="cannot be a further file"):
            site.build(root, PAGES, LANGUAGES, {name: b""})

    def test_what_changed_is_told_and_the_rest_keeps_its_inode(self, tmp_path: Path) -> None:
        root = write(tmp_path)
        assert "en/one-gpu.html" in build(root)
        before = state(root / "site")
        page = root / "build/docs/en/one-gpu.md"
        page.write_text(page.read_text("utf-8") + "\nmore\n", "utf-8")
        (root / "build/docs/zh/one-gpu.md").unlink()
        assert build(root, numbers_json=b"{}\n", new_txt=b"new") == [
            "en/one-gpu.html",
            "new.txt",
            "zh/one-gpu.html",
        ]
        after = state(root / "site")
        assert "zh/one-gpu.html" not in after
        kept = before.keys() & after.keys() - {"en/one-gpu.html"}
        assert len(kept) >= 5
        assert {k: before[k] for k in kept} == {k: after[k] for k in kept}
        assert after["en/one-gpu.html"] != before["en/one-gpu.html"]

    def test_stale_files_and_folders_vanish(self, tmp_path: Path) -> None:
        root = write(tmp_path)
        build(root)
        (root / "site/zh/old").mkdir()
        (root / "site/zh/old/page.html").write_text("old", "utf-8")
        assert build(root) == ["zh/old/page.html"]
        assert not (root / "site/zh/old").exists()

    def test_a_file_touched_by_hand_is_mended(self, tmp_path: Path) -> None:
        root = write(tmp_path)
        build(root)
        (root / "site/numbers.json").write_bytes(b"[]\n")
        assert build(root) == ["numbers.json"]
        assert (root / "site/numbers.json").read_bytes() == b"{}\n"

    def test_without_hard_links(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object) -> None:
            raise OSError("no links here")

        root = write(tmp_path)
        build(root)
        before = state(root / "site")
        monkeypatch.setattr(os, "link", refuse)
        build(root, numbers_json=b"[]\n")
        after = state(root / "site")
        same = before.keys() - {"numbers.json"}
        assert {k: before[k][1:] for k in same} == {k: after[k][1:] for k in same}

    def test_killed_between_the_two_renames(self, tmp_path: Path) -> None:
        root = write(tmp_path)
        build(root)
        (root / "site").rename(root / "build/site-old")
        assert build(root) == []
        assert (root / "site/index.html").is_file()
        assert not (root / "build/site-old").exists()

    def test_remains_of_a_killed_run_are_cleared(self, tmp_path: Path) -> None:
        root = write(tmp_path)
        (root / "build/staging-1/zh").mkdir(parents=True)
        build(root)
        assert not list((root / "build").glob("staging-*"))

    def test_a_failed_build_leaves_no_staging(self, tmp_path: Path) -> None:
        root = write(tmp_path)
        (root / "build/docs/zh/index.md").write_text('<a href="gone.html">x</a>', "utf-8")
        with pytest.raises(BookError, match="no such file"):
            build(root)
        assert not (root / "site").exists()
        assert not list((root / "build").glob("staging-*"))

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
    def test_a_folder_that_cannot_be_written(self, tmp_path: Path) -> None:
        root = write(tmp_path)
        root.chmod(0o555)
        try:
            with pytest.raises(BookError, match="cannot write"):
                build(root)
        finally:
            root.chmod(0o755)

    def test_without_mkdocs_yml(self, tmp_path: Path) -> None:
        root = write(tmp_path)
        (root / "mkdocs.yml").unlink()
        with pytest.raises(BookError, match="no such file"):
            build(root)


@pytest.mark.usefixtures("fast")
class TestLock:
    def test_a_second_build_stops_with_one_line(self, tmp_path: Path) -> None:
        root = write(tmp_path)
        with (root / "build" / ".lock").open("wb") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            with pytest.raises(BookError) as caught:
                build(root)
        assert len(caught.value.lines()) == 1
        assert "another build is running" in str(caught.value)
        assert build(root)

    def test_who_holds_it_may_build(self, tmp_path: Path) -> None:
        root = write(tmp_path)
        with site.lock(root):
            assert build(root)
            with site.lock(root):
                pass
        assert build(root) == []

    def test_the_kernel_frees_it_when_a_run_is_killed(self, tmp_path: Path) -> None:
        root = write(tmp_path)
        code = (
            "import pathlib, sys, time; from bookgen import site\n"
            "with site.lock(pathlib.Path(sys.argv[1])):\n"
            "    print('held', flush=True); time.sleep(60)"
        )
        run = [sys.executable, "-c", code, str(root)]
        with subprocess.Popen(run, stdout=subprocess.PIPE, cwd=REPOSITORY) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline().strip() == b"held"
            with pytest.raises(BookError, match="another build is running"):
                build(root)
            holder.send_signal(signal.SIGKILL)
            holder.wait()
        assert build(root)


class TestLinks:
    def check(self, tmp_path: Path, text: str) -> list[str]:
        (tmp_path / "zh").mkdir()
        (tmp_path / "zh/a.html").write_text(text, "utf-8")
        (tmp_path / "zh/b.html").write_text('<p id="there">', "utf-8")
        return [f"{fault.link}: {fault.problem}" for fault in links.check(tmp_path)[0]]

    @pytest.mark.parametrize(
        "text",
        [
            '<a href="b.html#there">',
            "<a href='b.html'>",
            '<i id="显存"></i><a href="#%E6%98%BE%E5%AD%98">',
            '<a href="#">',
            '<a href="../zh/b.html?h=x#there">',
            '<a href="https://example.com/">',
            '<a href="mailto:a@example.com">',
            '<img src="data:image/png;base64,AA==">',
            '<code>&lt;a href="gone.html"&gt;</code>',
            '<script>document.write("<a href=gone.html>")</script>',
            '<!-- <a href="gone.html"> -->',
            '<p title="a > b"><a href="b.html">',
        ],
    )
    def test_fine(self, tmp_path: Path, text: str) -> None:
        assert self.check(tmp_path, text) == []

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ('<a href="gone.html">', "no such file"),
            ('<a href="b.html#here">', "no '#here'"),
            ('<a href="#here">', "no '#here'"),
            ('<a href="../../b.html">', "no such file"),
            ('<a href="../zh">', "no such file"),
            ('<a href="/zh/b.html">', "absolute"),
            ('<img src="gone.png">', "no such file"),
            ('<script src="https://example.com/a.js"></script>', "another host"),
            ('<link rel="stylesheet" href="//example.com/a.css">', "another host"),
            ('<p id="x"></p><p id="x">', "twice"),
        ],
    )
    def test_broken(self, tmp_path: Path, text: str, problem: str) -> None:
        faults = self.check(tmp_path, text)
        assert len(faults) == 1
        assert problem in faults[0]

    def test_it_says_how_much_it_followed(self, tmp_path: Path) -> None:
        (tmp_path / "a.html").write_text('<a href="#x" id="x"><a href="a.html">', "utf-8")
        assert links.check(tmp_path) == ([], 2)
