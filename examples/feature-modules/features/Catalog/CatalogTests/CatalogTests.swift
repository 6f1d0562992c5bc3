import CartTesting
@testable import Catalog
import Model
import XCTest

final class CatalogTests: XCTestCase {}
