/// Stands until the first source of YAML arrives.
enum YAMLPlaceholder {}
