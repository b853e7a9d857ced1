import Diagnostics
import Origin
import POSIX

extension Command {
    static let serve = Command(
        name: "serve", summary: "Serves the configuration until a signal ends it",
        options: [.config],
        details: [
            "SIGHUP loads the configuration again, SIGUSR1 opens the log file again, SIGTERM and",
            "SIGINT end the server after the requests in flight; a second one ends it at once.",
            "Nothing is bound before the configuration is sound.",
        ],
        example: "aasa-origin serve --config config/quickstart.yaml"
    ) { (invocation: Invocation) throws(UsageError) -> ExitCode in
        if invocation.value(.config) == "-" {
            throw UsageError(
                "configuration-not-a-file", "serve cannot read its configuration twice from '-'",
                hint: "name a file, which a reload can read again", for: invocation.command)
        }
        // ORDER: signals are blocked before the first thread starts, which inherits the mask.
        Signals.block()
        // ORDER: taking sockets and manager changes the environment, which other threads may read.
        let inherited = SocketActivation.takeDescriptors()
        let supervision = Supervision(ServiceManager.take())
        guard let path = ConfigurationFile.path(invocation) else {
            Findings.show([ConfigurationFile.missing])
            return .refused
        }
        do throws(StartFailure) {
            return try ServerProcess.start(
                path, inherited: inherited, supervision: supervision
            ).run()
        } catch {
            Findings.show(error.findings)
            return error.code
        }
    }
}
