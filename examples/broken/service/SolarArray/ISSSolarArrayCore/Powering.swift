import ISSHeatRadiatorCore

public protocol Powering {}
