"""Pure help for rules: hexes, areas, paths, zones of control, supply, odds, tables, and the data loader."""
