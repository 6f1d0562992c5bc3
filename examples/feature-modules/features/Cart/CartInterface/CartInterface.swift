import Model

public protocol CartProviding {}
