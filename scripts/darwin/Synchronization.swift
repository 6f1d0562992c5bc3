// A stand-in for the module of the toolchain, which brings the C library of Linux.

public struct Mutex<Value: ~Copyable>: ~Copyable {
  public init(_ value: consuming sending Value) { fatalError() }

  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result { fatalError() }
}

extension Mutex: @unchecked Sendable where Value: ~Copyable {}
