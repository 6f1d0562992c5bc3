public struct LoggingThing {}
