let project = Project(name: "App")
