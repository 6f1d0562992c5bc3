/// What modlint says of itself: each stands here and nowhere else.
enum About {
  static let name = "modlint"
  static let version = "0.1.0"
  static let address = "https://modlint.example"
}
