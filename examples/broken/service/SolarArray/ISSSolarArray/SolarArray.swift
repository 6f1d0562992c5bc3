import ISSNetwork
import ISSSolarArrayCore

public struct SolarArray: Powering {}
