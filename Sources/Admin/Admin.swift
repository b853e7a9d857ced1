/// Stands until the first source of Admin arrives.
enum AdminPlaceholder {}
