"""The Folio series: the rulebook, chapter by chapter."""
