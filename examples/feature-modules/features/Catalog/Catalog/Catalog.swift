import CartInterface
import CatalogInterface
import DesignSystem
import Model
import Networking

public struct CatalogThing {}
