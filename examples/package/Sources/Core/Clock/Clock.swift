import Foundation

public enum Clock {}
