/// Stands until the first source of HTTPClient arrives.
enum HTTPClientPlaceholder {}
