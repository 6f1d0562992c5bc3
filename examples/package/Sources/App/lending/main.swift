import Catalogue
import Loans
import Reminders

print("open")
