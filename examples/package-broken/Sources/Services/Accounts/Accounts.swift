import Models

public enum Accounts {}
