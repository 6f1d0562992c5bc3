import Models

public enum Storage {}
