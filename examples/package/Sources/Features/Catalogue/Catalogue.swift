import Storage

public enum Catalogue {}
