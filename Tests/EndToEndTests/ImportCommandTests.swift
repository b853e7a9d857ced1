import Foundation
import TestSupport
import Testing

struct `The command import` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(_ arguments: [String]) throws -> CommandResult {
        try CommandRunner.run(RunningServer.program, arguments, directory: directory.path)
    }

    @Test func `makes a configuration of a directory that renders the same documents`() throws {
        for (host, path) in [("shop.example.com", "/buy/*"), ("www.example.com", "/sell/*")] {
            try directory.write(Site.document(path: path), to: "sites/\(host).json")
        }
        try directory.write(
            Site.document(path: "/old/*"),
            to: "sites/old.example.com/.well-known/apple-app-site-association")
        let made = try run(["import", "sites", "--output", "made.yaml"])
        #expect(made.exitCode == 0)
        #expect(made.outputText + made.errorText == "")
        for (host, path) in [
            ("shop.example.com", "/buy/*"), ("www.example.com", "/sell/*"),
            ("old.example.com", "/old/*"),
        ] {
            let rendered = try run(["render", host, "--config", "made.yaml"])
            #expect(rendered.outputText == Site.document(path: path))
        }
        let again = try run(["import", "sites", "-o", "made.yaml"])
        #expect(again.exitCode == 3)
        #expect(again.errorText.contains("[file-exists]"))
        #expect(try run(["import", "sites", "-o", "made.yaml", "--force"]).exitCode == 0)
    }

    @Test func `makes one table of a thousand files, and the comparison proves it`() throws {
        let rows = (0..<1_000).map { index in
            let isOwn = index % 10 == 0
            let team = isOwn ? "OWN\(1_000_000 + index)" : "ABCDE12345"
            let bundle = isOwn ? "com.own\(index).app" : "com.example.shop-\(index)"
            return
                "shop-\(index),\(team),\(bundle),\(index % 25 == 0 ? "shop\(index).example" : "")"
        }
        try directory.write(
            "slug,team,bundle,domain\n" + rows.joined(separator: "\n") + "\n", to: "shops.csv")
        try directory.write(
            """
            tenants: {shops: {file: shops.csv, optional: [domain]}}
            apps:
              shop:
                id: "{team}.{bundle}"
                clips: ["{team}.{bundle}.Clip"]
                services: [applinks, webcredentials]
                rules: [NOT /help/*, {path: "/t/{slug}/*", comment: "of {slug}"}]
              wallet: {id: ABCDE12345.com.example.wallet, rules: [/pay/*]}
            environments:
              live:
                tenants: shops
                hosts: ["{slug}.example.com", "{domain}"]
                apps: [shop, wallet]
              other: {hosts: [www.example.com], apps: [wallet]}
            overrides: [{tenant: shop-7, add: {rules: {shop: [/special/*]}}}]

            """, to: "old.yaml")
        let rendered = try run(["render", "--all", "sites", "--config", "old.yaml"])
        #expect(rendered.outputText == "wrote 1,041 documents to sites\n")
        let made = try run(["import", "sites", "--output", "new/made.yaml"])
        #expect(made.exitCode == 3)
        try directory.write("", to: "new/.keep")
        let again = try run(["import", "sites", "--output", "new/made.yaml"])
        #expect(again.exitCode == 0)
        #expect(again.outputText + again.errorText == "")
        let table = try directory.text(of: "new/made-tenants.csv").split(separator: "\n")
        #expect(table.count == 1_000)
        #expect(
            table.prefix(3) == [
                "name,host,team,bundle", "shop-0,shop0.example,OWN1000000,com.own0.app",
                "shop-1,,ABCDE12345,com.example.shop-1",
            ])
        let text = try directory.text(of: "new/made.yaml")
        #expect(text.split(separator: "\n").count < 60)
        #expect(text.contains("      - \"{name}.example.com\"\n      - \"{host}\"\n"))
        let diff = try run(["diff", "old.yaml", "new/made.yaml"])
        #expect(diff.outputText == "no change of meaning\n")
        #expect(diff.exitCode == 0)
        try directory.write(text, to: "other.yaml")
        try directory.write("", to: "other-tenants.csv")
        let taken = try run(["import", "sites", "--force", "--output", "other.yaml"])
        #expect(taken.exitCode == 0)
        try directory.write("", to: "third-tenants.csv")
        let refused = try run(["import", "sites", "--output", "third.yaml"])
        #expect(refused.exitCode == 3)
        #expect(
            refused.errorText == """
                error: 'third-tenants.csv' exists already [file-exists]
                  hint: name another file, or add --force

                """)
    }

    @Test func `says that a directory has no file, and writes nothing where one stands`() throws {
        try directory.write("[]", to: "empty/a/assetlinks.json")
        let nothing = try run(["import", "empty"])
        #expect(nothing.exitCode == 1)
        #expect(
            nothing.errorText == """
                error: there is no association file in 'empty' [import-no-files]
                  hint: they are HOST.json there, or apple-app-site-association in the folder \
                HOST or below

                """)
        for index in 0..<4 {
            for domain in ["a.example.com", "b.example.com"] {
                let rule = domain.prefix(1)
                try directory.write(
                    #"{"applinks":{"details":[{"appIDs":["ABCDE12345.h\#(index)"],"#
                        + #""components":[{"/":"/\#(rule)/*"}]}]}}"#,
                    to: "sites/h\(index).\(domain).json")
            }
        }
        try directory.write("mine\n", to: "made-b.example.com.csv")
        let stopped = try run(["import", "sites", "--output", "made.yaml"])
        #expect(stopped.exitCode == 3)
        #expect(
            stopped.errorText == """
                error: 'made-b.example.com.csv' exists already [file-exists]
                  hint: name another file, or add --force

                """)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.filter { $0.hasPrefix("made") } == ["made-b.example.com.csv"])
    }

    @Test func `finds the files of hosts in their web roots, and names folders without one`() throws
    {
        let file = "apple-app-site-association"
        for path in [
            "a.example.com/public/.well-known/\(file)", "b.example.com/www/html/\(file)",
            "c.example.com/\(file).json", "d.example.com/.well-known/\(file)",
            "d.example.com/\(file)", "d.example.com/public/assets/other.json", "e.example.com.json",
            "f.example.com/public/index.html", "g.example.com/data.json",
        ] { try directory.write(Site.document(), to: "sites/\(path)") }
        let manager = FileManager.default
        let sites = URL(filePath: directory.path).appending(path: "sites")
        try manager.createSymbolicLink(
            at: sites.appending(path: "www.example.com"),
            withDestinationURL: sites.appending(path: "a.example.com"))
        try manager.createSymbolicLink(
            at: sites.appending(path: "b.example.com/loop"), withDestinationURL: sites)
        let made = try run(["import", "sites"])
        #expect(made.exitCode == 0)
        #expect(
            made.errorText == """
                warning: there is no association file in 'sites/f.example.com', nor in 1 more \
                folder [import-passed-over]
                  hint: they are HOST.json there, or apple-app-site-association in the folder \
                HOST or below
                note: there is none in 'sites/g.example.com'

                """)
        let hosts = ["a", "b", "c", "d", "e", "www"].map { "      - \($0).example.com\n" }
        #expect(made.outputText.hasSuffix("    hosts:\n" + hosts.joined()))
    }

    @Test func `looks into no folder that is very deep, and says so`() throws {
        let deep = Array(repeating: "x", count: 9).joined(separator: "/")
        try directory.write(Site.document(), to: "sites/a.example.com.json")
        try directory.write("", to: "sites/b.example.com/\(deep)/index.html")
        let made = try run(["import", "sites"])
        #expect(made.exitCode == 1)
        #expect(
            made.errorText == """
                error: 'sites/b.example.com/x/x/x/x/x/x/x/x' is more than 8 folders deep and is \
                not looked into [import-folder]
                  hint: copy the association files to a directory of their own

                """)
    }

    @Test func `writes what it can and says what it cannot`() throws {
        try directory.write(Site.document(), to: "001.json")
        try directory.write("{", to: "www.example.com.json")
        let nameless = try run(["import", "001.json"])
        #expect(nameless.exitCode == 3)
        #expect(nameless.errorText.hasPrefix("001.json: error: the path of this file names no"))
        #expect(try run(["import", "001.json", "--host", "a.example.com"]).exitCode == 0)
        let partly = try run(
            ["import", "001.json", "www.example.com.json", "--host", "a.example.com,b.example.com"])
        #expect(partly.exitCode == 1)
        #expect(partly.outputText.contains("      - a.example.com\n"))
        #expect(partly.errorText.hasPrefix("www.example.com.json:1:2: error: "))
        let count = try run(["import", "001.json", "x.json", "--host", "a.example.com"])
        #expect(count.exitCode == 2)
        #expect(count.errorText.hasPrefix("error: --host names 1 host for 2 files [host-count]"))
    }
}
