import XCTest

@testable import Reminders

final class RemindersTests: XCTestCase {}
