public struct Arm {}
