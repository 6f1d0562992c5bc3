import ISSSolarArrayCore

public protocol Cooling {}
