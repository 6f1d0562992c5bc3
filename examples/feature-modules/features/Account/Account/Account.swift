import AccountInterface
import DesignSystem
import Model
import Networking
import Storage

public struct AccountThing {}
