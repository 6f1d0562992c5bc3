import Accounts
import Catalogue
import Mail
import Models
import Storage

public enum Loans {}
