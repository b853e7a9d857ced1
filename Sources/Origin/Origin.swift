/// Stands until the first source of Origin arrives.
enum OriginPlaceholder {}
