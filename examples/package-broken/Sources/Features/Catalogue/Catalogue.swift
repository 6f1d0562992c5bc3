import Foundation

public enum Catalogue {}
