/// The rules of the linter, each once: what runs, what can be explained, what the README lists.
package enum LintRules {
    /// All rules, grouped by what they look at.
    package static let all: [any LintRule.Type] = [
        AppIDWithSpace.self, AppIDWithWildcard.self, AppIDWithoutPrefix.self, AppIDPlaceholder.self,
        AppIDBundle.self, AppIDUnusualPrefix.self, NearDuplicatePrefix.self, SameAppTwice.self,
        ClipWithoutApp.self, AppLinksWithoutWebCredentials.self, WebCredentialsWithoutAppLinks.self,
        UnreachableRule.self, RedundantRule.self, ExcludeAfterCatchAll.self,
        CatchAllWithoutExcludes.self, EmptyComponents.self, MissingComponents.self,
        QueryInPath.self, FragmentInPath.self, HostInPath.self, NotInComponents.self,
        UnconstrainedQueryItem.self, UnknownVariable.self, VariableUnterminated.self,
        VariableInValue.self, VariableShadowsBuiltIn.self, UnusedVariable.self, RegionUK.self,
        DecodedExclude.self, BackslashInPattern.self, OneCharacterPath.self, StarsAlone.self,
        PaddedPattern.self, UnencodedCharacter.self, NonASCIIPattern.self, TooManyWildcards.self,
        EmptyPath.self, PathWithoutSlash.self, DotSegments.self, WrongType.self,
        NonStringQueryValue.self, LenientBoolean.self, MisspeltKey.self, MisplacedKey.self,
        DetailsUnderService.self, DetailsAsObject.self, AppIDWithAppIDs.self,
        PathsWithComponents.self, PathsWithAppIDs.self, MixedLegacy.self, NonEmptyApps.self,
        DefaultsWithPattern.self, RequiredEntitlement.self, NoApps.self, DocumentTooLarge.self,
        WildcardWithoutParent.self,
    ]

    /// Returns the rule of an id, or `nil`.
    package static func rule(_ id: String) -> (any LintRule.Type)? { all.first { $0.id == id } }
}
