/// What decides about a link beside the file, so that no reader of the file can see it.
package enum LinkCaveats {
    /// The sentences, from Apple's technote "Debugging universal links" but for the last.
    package static let all = [
        "a URL that is typed or pasted into the address bar of a browser opens no app",
        "a link to the domain of the page on which it stands stays in the browser",
        "the person's last choice between app and browser is kept for each domain",
        "browsers other than Safari may not support universal links",
        "on macOS links open in the browser unless the person chooses otherwise",
        "devices and Apple's CDN keep an older file for hours to days",
    ]
}
