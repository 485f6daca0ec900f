"""Where the slices lie: in the flat form, in tokens; and what goes with them."""
