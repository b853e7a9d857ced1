package import SiteAssociation

/// The description of the routes in OpenAPI 3.1, made from the table of the routes.
package enum OpenAPIDocument {
    /// The document.
    package static var json: JSONValue { ["openapi": "3.1.0"] }
}
