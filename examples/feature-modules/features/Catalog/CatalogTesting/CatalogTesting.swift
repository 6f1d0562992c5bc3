import CatalogInterface
import Model

public struct CatalogFake {}
