@testable import DesignSystem
import XCTest

final class DesignSystemTests: XCTestCase {}
