public struct ModelThing {}
