enum Fonts {}
