import Models
import Reminders

public enum Mail {}
