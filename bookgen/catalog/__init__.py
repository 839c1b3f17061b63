"""data/ loaded and validated: every value by its id, every entity and source by name.

The id of a value is the file's name and the path in it: ``h100-sxm.peak.bf16.dense``,
``constants.training_flop``. Ids are exact; a wrong one is answered with the nearest.
"""

from __future__ import annotations

from bookgen.catalog.contents import Basis, Catalog, Value
from bookgen.catalog.loading import load
from bookgen.catalog.validating import validate

__all__ = ["Basis", "Catalog", "Value", "load", "validate"]
