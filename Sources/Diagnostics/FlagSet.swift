/// A set of cases of an enumeration that numbers them from 0: a bit for each.
///
/// The set takes as much memory as a raw value of the enumeration.
public struct FlagSet<Element: RawRepresentable>: OptionSet, Hashable, Sendable
where Element.RawValue: FixedWidthInteger & Sendable {
  public var rawValue: Element.RawValue

  @inlinable public init(rawValue: Element.RawValue) { self.rawValue = rawValue }

  @inlinable public func contains(_ member: Element) -> Bool {
    rawValue & (1 &<< member.rawValue) != 0
  }

  @discardableResult
  @inlinable public mutating func insert(
    _ member: Element
  ) -> (inserted: Bool, memberAfterInsert: Element) {
    let isNew = !contains(member)
    rawValue |= 1 &<< member.rawValue
    return (isNew, member)
  }

  @discardableResult
  @inlinable public mutating func remove(_ member: Element) -> Element? {
    let removed = contains(member) ? member : nil
    rawValue &= ~(1 &<< member.rawValue)
    return removed
  }

  @discardableResult
  @inlinable public mutating func update(with member: Element) -> Element? {
    insert(member).inserted ? nil : member
  }
}
