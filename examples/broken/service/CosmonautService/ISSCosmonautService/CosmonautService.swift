import ISSCosmonautServiceCore
import ISSNetwork
import ISSSpacesuitService

public struct CosmonautService: CosmonautProviding {}
