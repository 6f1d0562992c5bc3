public struct DesignSystemThing {}
