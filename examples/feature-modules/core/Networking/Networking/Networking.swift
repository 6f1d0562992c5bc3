import Logging

public struct NetworkingThing {}
