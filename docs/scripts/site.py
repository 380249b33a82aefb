"""Hooks of mkdocs: pages made from the program, and links that lead out of `docs`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT))

from docs.scripts.command_pages import command_names, command_page, index_page  # noqa: E402

# Pages of the checkout that stand above `docs`, and what they are called on the site.
_ABOVE = {"SECURITY.md": "about/security.md", "CHANGELOG.md": "about/changelog.md"}
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#\s]+)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The commands and the pages above stand in the navigation."""
    pages: list[Any] = [{"All commands": "commands/index.md"}]
    pages += [{name: f"commands/{name}.md"} for name in command_names()]
    for section in config.nav or ():
        if "Commands" in section:
            section["Commands"] = pages
    config.nav = [*(config.nav or ()), {"About": [{Path(to).stem.capitalize(): to} for to in _ABOVE.values()]}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds what is made: a page a command, and the pages above."""
    files.append(File.generated(config, "commands/index.md", content=index_page()))
    for name in command_names():
        files.append(File.generated(config, f"commands/{name}.md", content=command_page(name)))
    for source, target in _ABOVE.items():
        files.append(File.generated(config, target, content=(PROJECT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links to the checkout's other files: pages of the site if there is one, else of the repository, else a name."""
    here = _place(page.file.src_uri)

    def inside(match: re.Match[str]) -> str:
        text, target, anchor = match[1], match[2], match[3] or ""
        if "://" in target or target.startswith("mailto:"):
            return match[0]
        try:
            wanted = (here / target).resolve().relative_to(PROJECT)
        except ValueError:
            return match[0]
        if not (PROJECT / wanted).exists():
            return match[0]  # of a made page, or wrong: mkdocs says so
        if wanted.as_posix() in _ABOVE:
            return f"[{text}]({_to(page, _ABOVE[wanted.as_posix()])}{anchor})"
        if wanted.parts[:1] == ("docs",):
            return f"[{text}]({_to(page, wanted.relative_to('docs').as_posix())}{anchor})"
        if config.repo_url:
            return f"[{text}]({config.repo_url.rstrip('/')}/blob/main/{wanted.as_posix()}{anchor})"
        return f"{text} (`{wanted.as_posix()}`)"

    return _LINK.sub(inside, markdown)


def _place(uri: str) -> Path:
    """The folder that a page's links are meant from."""
    above = next((source for source, target in _ABOVE.items() if target == uri), None)
    return (PROJECT / above).parent if above else (PROJECT / "docs" / uri).parent


def _to(page: Page, uri: str) -> str:
    ups = "../" * page.file.src_uri.count("/")
    return f"{ups}{uri}"
