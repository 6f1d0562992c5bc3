@testable import Networking
import XCTest

final class NetworkingTests: XCTestCase {}
