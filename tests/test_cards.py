"""The decks of cards, without a browser."""

from __future__ import annotations

import json
import re

from bookgen import pipeline
from bookgen.pipeline import Loaded
from bookgen.rendered import Rendered


def test_a_card_tells_where_its_number_is_derived_and_where_it_is_cited(
    loaded: Loaded, rendered: Rendered
) -> None:
    text = pipeline.extra_files(loaded, rendered)["en/cards/one-gpu.js"].decode()
    cards = json.loads(re.sub(r"\AbookCards\(|\);\n\Z", "", text))["cards"]
    _, derivation, address = cards["one-gpu.llama_one_gpu"]
    assert derivation == "derivations-one-gpu.html#one-gpu.llama_one_gpu"
    assert address == "one-gpu.html#n-llama_one_gpu"
    _, derivation, address = cards["one-gpu.tp_bytes_per_layer.batch_size"]  # has none of its own
    assert (derivation, address) == ("", "one-gpu.html#n-tp_bytes_per_layer")
