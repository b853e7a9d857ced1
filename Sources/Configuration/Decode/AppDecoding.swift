import Diagnostics
import SiteAssociation
import YAML

/// Decodes the `apps` section.
struct AppDecoding {
    let decoder: NodeDecoder

    /// Adds the section's apps to the draft.
    func define(_ field: Field?, _ draft: inout Draft) {
        guard let field, let entries = decoder.mapping(field.value, named: "'apps'") else { return }
        draft.apps.reserve(entries.count)
        for entry in entries {
            decoder.checkName(entry, kind: "an app")
            guard let fields = decoder.fields(entry.value, of: .app, named: quoted(entry.key))
            else {
                continue
            }
            let app = app(fields, entry)
            decoder.define(
                Definitions.Item(name: entry.key, location: entry.location, value: app),
                kind: "app", in: &draft.apps)
        }
    }

    private func app(_ fields: Fields, _ entry: Node.Entry) -> AppDraft {
        let identifier = AppIdentifierCheck(decoder: decoder)
        let rules = RuleDecoding(decoder: decoder)
        var app = AppDraft()
        if let field = fields["id"] {
            app.id = decoder.text(field).flatMap { checked($0, identifier, &app) }
        } else {
            decoder.missing("id", of: "the app \(quoted(entry.key))", at: entry.location)
        }
        app.clips = (decoder.texts(fields["clips"]) ?? []).compactMap {
            checked($0, identifier, &app)
        }
        if let field = fields["services"] {
            app.services = services(field)
            app.servicesLocation = field.location
        }
        app.rules = rules.entries(fields["rules"])
        app.rulesLocation = fields["rules"]?.location
        app.environments = decoder.texts(fields["environments"])
        app.defaults = rules.defaults(fields["defaults"])
        checkClips(app)
        if let place = app.rulesLocation, !app.services.isEmpty,
            !app.services.contains(.appLinks)
        {
            decoder.warning(
                "rules-without-applinks",
                "the app \(quoted(entry.key)) has rules but does not use applinks", at: place,
                hint: "add applinks to its services, or remove the rules")
        }
        return app
    }

    /// Returns an identifier that is one, or that a row of tenants may make one.
    private func checked(
        _ id: Located<String>, _ check: AppIdentifierCheck, _ app: inout AppDraft
    ) -> Located<String>? {
        guard TemplateText.isNeeded(for: id.value) else { return check.checked(id) }
        app.isTemplate = true
        return id
    }

    private func services(_ field: Field) -> [Service] {
        var services: [Service] = []
        for text in decoder.texts(field) ?? [] {
            guard let service = Service(rawValue: text.value) else {
                let words = Service.allCases.filter { $0 != .appClips }.map(\.rawValue)
                decoder.error(
                    "unknown-service", "\(quoted(text.value)) is not a service",
                    at: text.location,
                    hint: decoder.didYouMean(text.value, among: words)
                        ?? "the services are \(words.joined(separator: ", "))")
                continue
            }
            if service == .appClips {
                decoder.error(
                    "service-appclips", "'appclips' follows from 'clips'", at: text.location,
                    hint: "remove it, and list the App Clip under 'clips'")
            } else if services.contains(service) {
                decoder.error(
                    "duplicate-service", "the service \(quoted(text.value)) stands twice",
                    at: text.location, hint: "remove it")
            } else {
                services.append(service)
            }
        }
        return services
    }

    private func checkClips(_ app: AppDraft) {
        guard let id = app.id, !app.isTemplate else { return }
        for clip in app.clips where !clip.value.hasPrefix(id.value + ".") {
            decoder.warning(
                "clip-outside-app", "an App Clip's identifier begins with that of its app",
                at: clip.location,
                hint: "write it as \(Diagnostic.printable(id.value, limit: 60)).Clip")
        }
    }
}
