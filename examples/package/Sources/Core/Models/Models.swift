public enum Models {}
