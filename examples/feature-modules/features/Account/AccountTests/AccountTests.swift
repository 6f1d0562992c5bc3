@testable import Account
import Model
import XCTest

final class AccountTests: XCTestCase {}
