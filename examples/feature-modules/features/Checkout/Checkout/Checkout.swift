import AccountInterface
import CartInterface
import CheckoutInterface
import DesignSystem
import Model
import Networking

public struct CheckoutThing {}
