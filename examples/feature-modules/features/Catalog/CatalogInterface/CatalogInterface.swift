import Model

public protocol CatalogProviding {}
