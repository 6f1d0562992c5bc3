import Model

public protocol CheckoutProviding {}
