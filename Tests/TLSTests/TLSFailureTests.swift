import TestSupport
import Testing

@testable import TLS

/// An entry of OpenSSL's queue, and what it is taken for.
struct FailureCauseCase: CustomTestStringConvertible, Sendable {
    /// The number of the reason in the library for TLS, as `openssl/sslerr.h` has it.
    let reason: Int32
    let name: String
    let cause: TLSFailure.Cause
    let kind: TLSFailure.Kind

    var testDescription: String { name }

    static let all: [FailureCauseCase] = [
        .init(reason: 294, name: "unexpected eof", cause: .gone, kind: .gone),
        .init(
            reason: 234, name: "callback failed", cause: .unknownServerName,
            kind: .unknownServerName),
        .init(
            reason: 258, name: "unsupported protocol", cause: .version, kind: .noSharedProtocol),
        .init(reason: 193, name: "no shared cipher", cause: .cipher, kind: .noSharedProtocol),
        .init(
            reason: 101, name: "no suitable key share", cause: .group, kind: .noSharedProtocol),
        .init(
            reason: 118, name: "no suitable signature algorithm", cause: .signature,
            kind: .noSharedProtocol),
        .init(
            reason: 235, name: "no application protocol", cause: .applicationProtocol,
            kind: .noSharedProtocol),
        .init(
            reason: 1048, name: "alert unknown ca", cause: .certificateRejected, kind: .other),
        .init(
            reason: 1042, name: "alert bad certificate", cause: .certificateRejected,
            kind: .other),
        .init(reason: 1040, name: "alert handshake failure", cause: .alert, kind: .other),
        .init(reason: 1255, name: "alert of the last number", cause: .alert, kind: .other),
        .init(reason: 267, name: "wrong version number", cause: .malformed, kind: .other),
        .init(reason: 68, name: "internal error", cause: .other, kind: .other),
    ]
}

struct `A failure of TLS` {
    private static let library: Int32 = 20

    private func error(_ reason: Int32, library: Int32 = library) -> OpenSSLError {
        OpenSSLError(library: library, reason: reason, words: "words of \(reason)")
    }

    @Test(arguments: FailureCauseCase.all)
    func `has the cause of OpenSSL's reason`(_ testCase: FailureCauseCase) {
        let failure = TLSFailure([error(testCase.reason)])
        #expect(failure.cause == testCase.cause)
        #expect(failure.kind == testCase.kind)
    }

    @Test func `has the cause of the first entry that says one`() {
        let failure = TLSFailure([error(68), error(193, library: 6), error(258), error(193)])
        #expect(failure == TLSFailure(cause: .version, reason: "words of 258"))
    }

    @Test func `is a client that went away when the queue is empty`() {
        #expect(TLSFailure([]) == TLSFailure(cause: .gone, reason: "connection reset"))
    }
}
