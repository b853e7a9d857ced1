package import Configuration
package import FetchRecord
import HTTP
import SiteAssociation

extension Snapshot {
    /// What is published, as the fetch record keeps it.
    package var edition: Edition {
        let environments = configuration.environments
        var ages = [Int64](repeating: 0, count: sites.count)
        for (host, site) in siteOfHost.enumerated() {
            ages[Int(site)] = environments[configuration.hosts.environment(host)].maxAgeSeconds
        }
        var documents: [Edition.Document] = []
        let documentOfSite = zip(sites, ages).map { site, maxAge -> Int? in
            guard site.isEnabled else { return nil }
            documents.append(
                Edition.Document(
                    digest: site.digest, bytes: site.response.body, maxAgeSeconds: maxAge))
            return documents.count - 1
        }
        let hosts = siteOfHost.map { site in
            Edition.Host(
                environment: sites[Int(site)].environment, document: documentOfSite[Int(site)])
        }
        return Edition(
            configuration: digest, documents: documents, patterns: configuration.hosts.patterns,
            hosts: hosts)
    }
}

extension RecordSettings {
    /// Takes the settings of a configuration.
    package init(_ configuration: StateConfiguration) {
        self.init()
        keepVersions = Int(configuration.keepVersions)
        keepDays = configuration.keepDays
        quietAfterMilliseconds = configuration.quietAfterMilliseconds
    }
}
