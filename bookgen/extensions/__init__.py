"""Markdown extensions: what the book's pages need besides Markdown itself.

Python-Markdown loads them by module name, as ``mkdocs.yml`` lists them; they know nothing of the
book's data.
"""
