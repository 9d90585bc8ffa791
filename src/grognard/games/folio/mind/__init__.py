"""The Folio series: how a sensible player thinks."""
