import AccountTesting
import CartTesting
@testable import Checkout
import Model
import XCTest

final class CheckoutTests: XCTestCase {}
