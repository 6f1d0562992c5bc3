public protocol CosmonautProviding {}
