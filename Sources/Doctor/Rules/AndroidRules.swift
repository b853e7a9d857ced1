extension FindingRules {
    static let androidRedirect = FindingRule(
        .broken, "android-redirect", "assetlinks.json is redirected",
        why: "Google does not follow 301 and 302 for it; an answer other than 200 is an empty list",
        fix: "serve /.well-known/assetlinks.json at this address itself", .documented,
        fixes: noRedirect.mapValues {
            $0.replacing("apple-app-site-association", with: "assetlinks.json")
        })
    static let androidStatus = FindingRule(
        .warning, "android-status", "assetlinks.json is refused or fails",
        why: "an answer other than 200 counts as an empty list",
        fix: "answer 200 with the file, or 404 without an Android app", .documented)
    static let androidType = FindingRule(
        .warning, "android-type", "assetlinks.json is not of the type application/json",
        why: "Google asks for that type", fix: "Content-Type: application/json", .documented,
        fixes: typeFixes.mapValues {
            $0.replacing("apple-app-site-association", with: "assetlinks.json")
        })
    static let androidInvalid = FindingRule(
        .broken, "android-not-json", "assetlinks.json is no strict JSON",
        why: "no statement can be read from it", fix: "mend the places below", .documented)
    static let androidPage = FindingRule(
        .warning, "android-html", "a page comes in place of assetlinks.json",
        why: "a catch-all answers 200 for every path; without an Android app it does no harm",
        fix: "publish the file, or let unknown paths end in 404", .documented)
    static let androidForm = FindingRule(
        .broken, "android-form", "a statement of assetlinks.json is malformed",
        why: "a statement that cannot be read gives nobody a permission",
        fix: "see the hint", .documented)
    static let androidFingerprints = FindingRule(
        .note, "android-fingerprints", "an app has a single fingerprint",
        why: "the Play Store signs with a key of its own, so store and own builds need two",
        fix: "add the fingerprint that the Play Console shows under App signing", .observed)
    static let androidCredentials = FindingRule(
        .note, "android-credentials", "Android apps may not use the passwords that iOS apps may",
        why: "webcredentials has apps, and no statement has the relation get_login_creds",
        fix: "add delegate_permission/common.get_login_creds to the relation", .documented)

    static let android = [
        androidRedirect, androidInvalid, androidForm, androidStatus, androidType, androidPage,
        androidFingerprints, androidCredentials,
    ]
}
