public protocol SpacesuitProviding {}
