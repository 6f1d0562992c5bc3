import XCTest

@testable import Loans
@testable import Models

final class LoansTests: XCTestCase {}
