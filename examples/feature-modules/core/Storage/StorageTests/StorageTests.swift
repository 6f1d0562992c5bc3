@testable import Storage
import XCTest

final class StorageTests: XCTestCase {}
