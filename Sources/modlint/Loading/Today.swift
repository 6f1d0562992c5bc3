import ArgumentParser
import Architecture

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Day {
  /// The day it is now in UTC.
  static var today: Day {
    var now = time(nil)
    var parts = tm()
    let isKnown = gmtime_r(&now, &parts) != nil
    let day = Day(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    guard isKnown, let day else {
      Terminal.printError(
        "the clock of this machine shows no day before the year 10000; set it right")
      Terminal.leave(.cannotCheck)
    }
    return day
  }
}
