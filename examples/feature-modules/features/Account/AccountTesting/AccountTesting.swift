import AccountInterface
import Model

public struct AccountFake {}
