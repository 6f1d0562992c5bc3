import Logging

public struct StorageThing {}
