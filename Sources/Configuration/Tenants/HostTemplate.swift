import Diagnostics

/// A host of an environment's tenants: its name with placeholders.
struct HostTemplate: Sendable {
    var text: TemplateText
    var location: Location
}
