import AccountTesting
@testable import Cart
import Model
import XCTest

final class CartTests: XCTestCase {}
