import GoogleMaps
// No dependency of the target: it compiles as long as something else has built the module.
import ISSCosmonautServiceCore
import ISSHeatRadiator
import ISSSolarArrayCore

public struct Panels {}
