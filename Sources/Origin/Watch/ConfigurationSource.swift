package import Configuration
import POSIX
import Synchronization

/// Loads one configuration again and again, and knows which files the last load looked at.
///
/// - Threads: Any; loads are serialised by the ``Reloader``.
package final class ConfigurationSource: Sendable {
    /// Takes what a load looked at, and whether changes are to be followed.
    package typealias Observer = @Sendable (WatchedFiles, Bool) -> Void

    private struct State {
        var watched = WatchedFiles()
        var isWatchEnabled = false
        var observer: Observer?
    }

    private let path: String
    private let minting: MintingAuthorities
    private let nowMilliseconds: @Sendable () -> Int64
    private let cache = CertificateCache()
    private let state = Mutex(State())

    /// Creates a source that has loaded nothing yet.
    ///
    /// - Parameters:
    ///   - path: The configuration's main file.
    ///   - minting: The authorities for development, which outlive a load.
    ///   - nowMilliseconds: The clock that certificates are judged by.
    package init(
        path: String, minting: MintingAuthorities, nowMilliseconds: @escaping @Sendable () -> Int64
    ) {
        self.path = path
        self.minting = minting
        self.nowMilliseconds = nowMilliseconds
    }

    /// Reads and builds everything; nothing that is served changes.
    ///
    /// - Parameters:
    ///   - started: The configuration whose listeners are bound, or `nil` at the start.
    ///   - isDryRun: Whether nothing may be written, and nothing remembered.
    /// - Returns: The snapshot and the findings.
    package func build(started: Configuration? = nil, isDryRun: Bool = false) -> SnapshotBuild {
        let files = RecordingConfigurationFiles()
        let loaded = load(files)
        // ORDER: what the load has left goes back before the snapshot takes as much.
        ProcessContext.releaseFreeMemory()
        for certificate in loaded.configuration?.tls.certificates ?? [] {
            files.note(certificate.certificateFile)
            let others = [certificate.keyFile, certificate.passphraseFile, certificate.ocspFile]
            for file in others.compactMap(\.self) { files.note(file) }
        }
        let builder = SnapshotBuilder(
            certificates: isDryRun ? .readOnly : .all(minting), cache: cache,
            nowMilliseconds: nowMilliseconds)
        let build = Threads.apart("snapshot") { builder.build(loaded, started: started) }
        if !isDryRun { remember(files.watched, loaded.configuration?.isWatched) }
        return build
    }

    /// Returns a configuration of which nothing lies among what its load leaves.
    private func load(_ files: RecordingConfigurationFiles) -> LoadedConfiguration {
        let loaded = ConfigurationLoader(files: files).load(path: path)
        ProcessContext.releaseFreeMemory()
        // ORDER: what stays is made when the load is over, and apart from what that leaves.
        return Threads.apart("settle") { loaded.settled() }
    }

    /// Calls an observer with the last load, and with each one from now on.
    package func observe(_ observer: @escaping Observer) {
        let (watched, isEnabled) = state.withLock { state in
            state.observer = observer
            return (state.watched, state.isWatchEnabled)
        }
        observer(watched, isEnabled)
    }

    /// A load that was refused may not have come as far as the certificates, or the key that
    /// turns the watching on: what was known of both stays.
    private func remember(_ watched: WatchedFiles, _ isEnabled: Bool?) {
        let (all, enabled, observer) = state.withLock { state in
            let isWhole = isEnabled != nil
            state.watched = isWhole ? watched : watched.merged(over: state.watched)
            state.isWatchEnabled = isEnabled ?? state.isWatchEnabled
            return (state.watched, state.isWatchEnabled, state.observer)
        }
        observer?(all, enabled)
    }
}
