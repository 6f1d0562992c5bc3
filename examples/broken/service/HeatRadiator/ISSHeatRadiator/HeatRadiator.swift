import ISSHeatRadiatorCore

public struct HeatRadiator: Cooling {}
