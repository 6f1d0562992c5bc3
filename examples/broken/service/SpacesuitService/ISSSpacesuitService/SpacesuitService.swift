import ISSRadio
import ISSSpacesuitServiceCore

public struct SpacesuitService: SpacesuitProviding {}
