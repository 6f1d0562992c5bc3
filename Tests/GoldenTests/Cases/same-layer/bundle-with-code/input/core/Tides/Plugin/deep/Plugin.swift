class Plugin {}
