import CheckoutInterface
import Model

public struct CheckoutFake {}
