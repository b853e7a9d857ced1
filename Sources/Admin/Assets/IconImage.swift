/// The icon of the pages: two links of a chain.
enum IconImage {
    static let text = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">\
        <rect width="32" height="32" rx="7" fill="#0b57b8"/>\
        <g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round">\
        <path d="M14 11h-3a5 5 0 0 0 0 10h3"/><path d="M18 11h3a5 5 0 0 1 0 10h-3"/>\
        <path d="M12 16h8"/></g></svg>

        """
}
