import Model

public protocol AccountProviding {}
