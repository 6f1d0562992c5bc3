import ISSCosmonaut
import ISSPeripheries

public struct Overview {}
