import Clock
import Mail

public enum Reminders {}
