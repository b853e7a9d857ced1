import POSIX

ProcessContext.printOutput("aasa-origin\n")
