import Testing

struct `The sources` {
    @Test func `stay below 300 lines a file`() {
        let findings = Project.sources.compactMap { file in
            let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            return count > 300 ? "\(file.path): \(count) lines" : nil
        }
        #expect(findings == [])
    }

    @Test func `stay below 50 lines a function`() {
        let findings = Project.sources.flatMap { file in
            file.functions.filter { $0.length > 50 }.map {
                "\(file.path):\($0.line): \($0.length) lines"
            }
        }
        #expect(findings == [])
    }

    @Test func `cannot trap on a forced try, cast or unwrap`() {
        #expect(findings(/\b(?:try|as)[!]|[\w)\]][!](?!=)/) { $0.contains("!") } == [])
    }

    @Test func `neither print nor give up`() {
        let everywhere = findings(/\b(?:fatalError|debugPrint|dump)\(/) {
            $0.contains("Error(") || $0.contains("ump(") || $0.contains("Print(")
        }
        let printed = Project.sources.flatMap {
            $0.matches(/(?:^|[^.\w])print\(/) { $0.contains("print(") }
        }
        #expect(everywhere == [])
        #expect(printed.filter { !$0.hasPrefix("Sources/POSIX/ProcessContext.swift") } == [])
    }

    @Test func `leave nothing to be done`() {
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
        let findings = (Project.sources + Project.tests).flatMap { file in
            marks.filter(file.text.contains).map { "\(file.path): \($0)" }
        }
        #expect(findings == [])
    }

    private func findings(
        _ pattern: Regex<Substring>, on isCandidate: (Substring) -> Bool
    ) -> [String] {
        (Project.sources + Project.tests).flatMap { $0.matches(pattern, on: isCandidate) }
    }
}

struct `The scanner of these tests` {
    @Test func `drops comments and strings and keeps interpolated code`() {
        let text = """
            let a = "try! \\(b("x", unsafe c)) \\" //" // fatalError(
            /* one /* two */ try! */ let d = #"\\(e) " \\#(f)"#
            """
        let code = """
            let a = ""(b("", unsafe c))\u{20}
             let d = ""(f)
            """
        #expect(CodeScanner.code(of: text) == code)
    }

    @Test func `measures functions and skips requirements without a body`() {
        let text = """
            protocol P {
                func a(_ b: [Int])
                func c() -> Int
            }
            extension P {
                func d(
                    _ e: () -> Void = {}
                ) {
                    if true { }
                }
                init() { self.init(1) }
            }
            """
        let functions = SwiftFile(path: "Sources/A/A.swift", text: text).functions
        #expect(functions.map(\.line) == [6, 11])
        #expect(functions.map(\.length) == [5, 1])
    }
}
