public enum Barcodes {}
