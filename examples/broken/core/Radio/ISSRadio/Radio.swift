import ISSSpacesuitServiceCore

public struct Radio {}
