"""Maps drawn as SVG or in letters.  `svg.draw` and `letters.draw_letters` are the doors."""
