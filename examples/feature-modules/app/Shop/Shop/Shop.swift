import Account
import AccountInterface
import Cart
import CartInterface
import Catalog
import CatalogInterface
import Checkout
import CheckoutInterface
import DesignSystem
import Logging
import Model
import Networking
import Storage

@main struct Main {
  static func main() {}
}
