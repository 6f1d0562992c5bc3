import GoogleMaps
import ISSCosmonautService

public struct Roster {}
