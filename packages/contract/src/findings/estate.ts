// What rules of findings look at: documents of objects, and what only a running console knows about them.
import type { DocumentOf } from '../kit/resource.ts'
import type { aggregationProfiles } from '../resources/aggregation-profile.ts'
import type { DefaultPortDocument } from '../resources/default-port.ts'
import type { MetricDocument } from '../resources/metric.ts'
import type { MetricOverrideDocument } from '../resources/metric-override.ts'
import type { metricProfiles } from '../resources/metric-profile.ts'
import type { MetricTemplateDocument } from '../resources/metric-template.ts'
import type { packages } from '../resources/package.ts'
import type { probes } from '../resources/probe.ts'
import type { reports } from '../resources/report.ts'
import type { ServiceTypeDocument } from '../resources/service-type.ts'
import type { thresholdsProfiles } from '../resources/thresholds-profile.ts'
import type { UserDocument } from '../resources/user.ts'
import type { yumRepos } from '../resources/yum-repo.ts'

/** A group, with its members or their numbers. */
interface GroupSize {
  readonly name: string
  readonly items: readonly string[] | number
  readonly users: readonly string[] | number
}

/** The documents of each kind. */
export interface Documents {
  readonly aggregationprofile: readonly DocumentOf<typeof aggregationProfiles>[]
  readonly defaultport: readonly DefaultPortDocument[]
  readonly groupofaggregations: readonly GroupSize[]
  readonly groupofmetricprofiles: readonly GroupSize[]
  readonly groupofmetrics: readonly GroupSize[]
  readonly groupofreports: readonly GroupSize[]
  readonly groupofthresholdsprofiles: readonly GroupSize[]
  readonly metric: readonly MetricDocument[]
  readonly metricoverride: readonly MetricOverrideDocument[]
  readonly metricprofile: readonly DocumentOf<typeof metricProfiles>[]
  readonly metrictemplate: readonly MetricTemplateDocument[]
  readonly package: readonly DocumentOf<typeof packages>[]
  readonly probe: readonly DocumentOf<typeof probes>[]
  readonly report: readonly DocumentOf<typeof reports>[]
  readonly servicetype: readonly ServiceTypeDocument[]
  readonly thresholdsprofile: readonly DocumentOf<typeof thresholdsProfiles>[]
  readonly user: readonly UserDocument[]
  readonly yumrepo: readonly DocumentOf<typeof yumRepos>[]
}

/** When a key was used last, or made. */
interface KeyUse {
  readonly name: string
  readonly created: Date
  readonly lastUsed: Date | null
  readonly expires: Date | null
}

/** What no document says. */
interface Circumstances {
  readonly now: Date
  /** The topology of today. */
  readonly endpoints: readonly { readonly hostname: string; readonly service: string; readonly group: string }[]
  readonly operationsProfiles: readonly { readonly name: string; readonly available_states: readonly string[] }[]
  /** The package of each metric that has one, and all versions of it, the newest first. */
  readonly packagesOfMetrics: readonly {
    readonly metric: string
    readonly name: string
    readonly version: string
    readonly versions: readonly string[]
  }[]
  /** Packages of which tenants need different versions from one repo. */
  readonly splitPackages: readonly { readonly name: string; readonly versions: readonly string[] }[]
  /** The versions of packages that metrics use. */
  readonly usedPackages: readonly { readonly name: string; readonly version: string }[]
  /** Since when reports are disabled. */
  readonly disabledReports: readonly { readonly name: string; readonly since: Date }[]
  /** How many endpoints reports cover. */
  readonly coveredEndpoints: readonly { readonly report: string; readonly count: number }[]
  /** When users have last logged in, and whether they need more than a password. */
  readonly logins: readonly {
    readonly username: string
    readonly joined: Date
    readonly last: Date | null
    readonly hasSecondFactor: boolean
  }[]
  readonly apiKeys: readonly KeyUse[]
  readonly keysOfUsers: readonly (KeyUse & { readonly username: string; readonly isActive: boolean })[]
}

/** What is known of a tenant or of the catalogue. A rule is left out if something that it needs is not. */
export interface Estate extends Documents, Circumstances {}
export type KnownEstate = Partial<Estate>

/** The kinds whose documents rules look at. */
export type EstateKind = keyof Documents
