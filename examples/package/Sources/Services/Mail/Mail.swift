import Models

public enum Mail {}
