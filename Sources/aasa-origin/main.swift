import POSIX

ProcessContext.exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
