"""bookgen: turns data and templates into a bilingual book whose every number has a proof."""
