package import SiteAssociation

/// The description of the routes in OpenAPI 3.1, made from the table of the routes.
package enum OpenAPIDocument {
    /// The document.
    package static var json: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "AASA Origin, admin listener", "version": "1",
                "description": .string(
                    "What is served, who fetched it, and reloads. "
                        + "Every answer but those for assets is uncached."),
            ],
            "servers": [["url": "/"]],
            "security": [["token": []], ["session": []]],
            "paths": .object(paths),
            "components": [
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"],
                    "session": [
                        "type": "apiKey", "in": "cookie", "name": "aasa_origin_PORT",
                        "description":
                            "Given by POST /login; good for GET, and for forms of the page.",
                    ],
                ],
                "schemas": .object(
                    SchemaName.allCases.map { JSONValue.Member($0.rawValue, $0.schema.json) }),
            ],
        ]
    }

    private static var paths: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        for route in AdminRoute.allCases {
            let operation = JSONValue.Member(route.method.lowercased(), operation(route))
            if let index = members.firstIndex(where: { $0.key == route.path }),
                case .object(let others) = members[index].value
            {
                members[index].value = .object(others + [operation])
            } else {
                members.append(JSONValue.Member(route.path, .object([operation])))
            }
        }
        return members
    }

    private static func operation(_ route: AdminRoute) -> JSONValue {
        JSONValue(present: [
            "operationId": .string(String(describing: route)),
            "summary": .string(route.summary),
            "tags": [.string(String(describing: route.kind))],
            "security": security(route),
            "parameters": .array(
                pathParameters(route) + route.parameters.map(parameter)
                    + (route == .reload ? [ifMatch] : [])),
            "requestBody": form(route.formFields),
            "responses": .object(responses(route)),
        ])
    }

    /// A cookie alone changes nothing but through the forms of the page.
    private static func security(_ route: AdminRoute) -> JSONValue? {
        guard route.needsToken else { return [] }
        // A literal nil would be the null of JSON.
        guard route.kind == .programs, route.method == "POST" else { return .none }
        return [["token": []]]
    }

    private static let ifMatch: JSONValue = [
        "name": "If-Match", "in": "header", "schema": ["type": "string"],
        "description": "The digest, in quotes, of the configuration that must be served now",
    ]

    private static func pathParameters(_ route: AdminRoute) -> [JSONValue] {
        route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
            [
                "name": JSONValue(part.dropFirst().dropLast()), "in": "path", "required": true,
                "schema": ["type": "string"],
            ]
        }
    }

    private static func parameter(_ parameter: AdminRoute.Parameter) -> JSONValue {
        [
            "name": .string(parameter.name), "in": "query",
            "required": .bool(parameter.isRequired), "description": .string(parameter.words),
            "schema": parameter.schema.json,
        ]
    }

    private static func form(_ fields: [String]) -> JSONValue? {
        guard !fields.isEmpty else { return .none }
        let schema = Schema.object(
            fields.map { .init(name: $0, schema: .text, isOptional: $0 != "key") })
        return [
            "required": true,
            "content": .object([.init(FormFields.mediaType, ["schema": schema.json])]),
        ]
    }

    private static func responses(_ route: AdminRoute) -> [JSONValue.Member] {
        let access = route.kind == .asset ? [403] : route.needsToken ? [401, 403, 429] : [403]
        let forms = route == .signIn ? [401, 429] : []
        return Set(route.statuses + access + forms).sorted().map { status in
            var members = [JSONValue.Member("description", .string(words(status)))]
            if status != 304 { members.append(.init("content", content(route, status))) }
            return JSONValue.Member(String(status), .object(members))
        }
    }

    private static func content(_ route: AdminRoute, _ status: Int) -> JSONValue {
        switch route.content(status) {
        case .json(let schema):
            ["application/json": ["schema": schema.json]]
        case .other where route.kind == .programs && status >= 400:
            ["application/json": ["schema": Schema.named(.failure).json]]
        case .other(let type):
            .object([.init(type, ["schema": Schema.text.json])])
        }
    }

    private static func words(_ status: Int) -> String {
        switch status {
        case 200: "Done"
        case 304: "The asset that is known is the current one"
        case 400: "Not understood"
        case 401: "A token is needed"
        case 403: "The host or the page that asks is not allowed"
        case 404: "There is no such thing"
        case 412: "Another configuration is served, or stands in the files, than the expected one"
        case 422: "The configuration has errors, and what was served before is served on"
        case 429: "Too many wrong tokens"
        default: "No requests are taken any more"
        }
    }
}

extension AdminRoute {
    /// The fields of the form that the route is sent.
    fileprivate var formFields: [String] {
        switch self {
        case .reloadForm: ["key", "step", "expected", "reviewed", "allow_shrink"]
        case .signIn: ["key", "token", "next", "name"]
        case .signOut: ["key"]
        default: []
        }
    }
}
