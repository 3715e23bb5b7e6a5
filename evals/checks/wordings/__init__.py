"""Tables of wordings by language: how answers decline, and how they answer after all."""
