import Accounts
import Models
import Storage

public enum Loans {}
