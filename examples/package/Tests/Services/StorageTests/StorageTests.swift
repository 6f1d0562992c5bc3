import XCTest

@testable import Storage

final class StorageTests: XCTestCase {}
