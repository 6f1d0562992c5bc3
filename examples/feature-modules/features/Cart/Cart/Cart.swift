import AccountInterface
import CartInterface
import DesignSystem
import Model
import Storage

public struct CartThing {}
