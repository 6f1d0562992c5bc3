import CartInterface
import Model

public struct CartFake {}
