import { catalogueHome, type home, type UnresolvedReferences as Unresolved } from '@quatrain/contract/console/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import { Link } from 'react-router'
import { expiringKeyList, unusedKeyList } from '#features/api-keys/api-keys.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { kindOf } from '#lib/kinds.ts'
import { isNewer, noProfile } from '#lib/metric-filters.ts'
import { paths } from '#lib/paths.ts'
import { capitalized } from '#lib/words.ts'
import panel from '#ui/panel.module.css'
import { CountedLinks, countedKinds } from './CountedLinks.tsx'
import classes from './HomePage.module.css'

type Found = AnswerOf<typeof home>

const metricsWith = (filter: Readonly<Record<string, string>>) => `${paths.metrics.list}?${new URLSearchParams(filter)}`

const noFindings = { error: 0, warning: 0, hint: 0 }

/** The findings that somebody has to look at; hints can wait. */
const reasonsOfFindings = ({ error, warning }: typeof noFindings) => [
  { says: 'Findings that are errors', to: `${paths.findings}?severity=error`, count: error },
  { says: 'Findings that are warnings', to: `${paths.findings}?severity=warning`, count: warning },
]

/** A reason for attention, and the list that it counts. */
const reasonsIn = ({
  metrics,
  submittedCandidates = 0,
  unusedKeys = 0,
  expiringKeys = 0,
  expiringOwnKeys = 0,
  pausedWebhooks = 0,
  findings = noFindings,
}: Found) => [
  { says: 'End-of-life metrics', to: metricsWith({ tags: 'eol' }), count: metrics.eol },
  { says: 'Deprecated metrics', to: metricsWith({ tags: 'deprecated' }), count: metrics.deprecated },
  { says: 'Metrics in no metric profile', to: metricsWith({ profiles: noProfile }), count: metrics.unused },
  { says: 'Metrics with a newer package version', to: metricsWith({ probeversion: isNewer }), count: metrics.newer },
  {
    says: 'Probe candidates to look at',
    to: `${paths.probeCandidates.list}?status=submitted`,
    count: submittedCandidates,
  },
  { says: 'API keys never used', to: unusedKeyList, count: unusedKeys },
  { says: 'API keys that expire soon or have expired', to: expiringKeyList, count: expiringKeys },
  { says: 'Your keys that expire soon or have expired', to: paths.profile, count: expiringOwnKeys },
  { says: 'Webhooks paused after failures', to: paths.webhooks.list, count: pausedWebhooks },
  ...reasonsOfFindings(findings),
]

/** The kinds that can refer to metrics that do not exist. */
const naming = [
  {
    kind: 'thresholdsprofile',
    says: 'Thresholds profiles with rules for metrics that do not exist:',
    details: paths.thresholdsProfiles.details,
  },
  {
    kind: 'metricoverride',
    says: 'Metric configuration overrides with parameters of metrics that do not exist:',
    details: paths.metricOverrides.details,
  },
  {
    kind: 'metric',
    says: 'Metrics whose parent or dependency does not exist:',
    details: paths.metrics.details,
  },
]

/** Tasks for users. */
export function Attention({ findings }: { readonly findings: Found }) {
  const links = reasonsIn(findings).filter(({ count }) => count > 0)
  const isCalm = [links, findings.unknownServices, findings.unknownMetrics].every(({ length }) => length === 0)
  return (
    <section className={panel.panel} aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {isCalm && (
        <p>
          No metric is deprecated, at the end of its life, in no metric profile, or behind its package. Profiles,
          overrides and metrics refer only to services and metrics that exist.
        </p>
      )}
      {links.length > 0 && <CountedLinks links={links} />}
      <UnresolvedReferences
        says="Aggregation profiles with services that are not in their metric profile:"
        objects={findings.unknownServices}
        details={paths.aggregationProfiles.details}
      />
      {naming.map(({ kind, ...section }) => (
        <UnresolvedReferences
          key={kind}
          objects={findings.unknownMetrics.filter((object) => object.kind === kind)}
          {...section}
        />
      ))}
    </section>
  )
}

interface Props {
  readonly says: string
  readonly objects: readonly Unresolved[]
  /** The path of the object with this name. */
  readonly details: (name: string) => string
}

/** The maximum number of objects shown. */
const maxShown = 5

/** Objects that refer to objects that do not exist, with the first names; nothing if there are none. */
const UnresolvedReferences = ({ says, objects, details }: Props) =>
  objects.length > 0 && (
    <>
      <p>{says}</p>
      <ul className={classes.list}>
        {objects.slice(0, maxShown).map(({ name, missing, count }) => (
          <li key={name}>
            <Link to={details(name)}>{name}</Link>
            <span className="mono">
              {missing.join(', ')}
              {count > missing.length && ` and ${count - missing.length} more`}
            </span>
          </li>
        ))}
      </ul>
      {objects.length > maxShown && <p>And {objects.length - maxShown} more.</p>}
    </>
  )

type FoundInCatalogue = AnswerOf<typeof catalogueHome>

const { list } = paths.metricTemplates
const tagged = (tag: string) => `${list}?${new URLSearchParams({ tags: tag })}`

/** Tasks for administrators. */
export function CatalogueAttention({ findings }: { readonly findings: FoundInCatalogue }) {
  const reasons = [
    { says: 'End-of-life metric templates', to: tagged('eol'), count: findings.eol },
    { says: 'Deprecated metric templates', to: tagged('deprecated'), count: findings.deprecated },
    { says: 'API keys never used', to: unusedKeyList, count: findings.unusedKeys ?? 0 },
    { says: 'API keys that expire soon or have expired', to: expiringKeyList, count: findings.expiringKeys ?? 0 },
    { says: 'Your keys that expire soon or have expired', to: paths.profile, count: findings.expiringOwnKeys ?? 0 },
    { says: 'Webhooks paused after failures', to: paths.webhooks.list, count: findings.pausedWebhooks ?? 0 },
    ...reasonsOfFindings(findings.findings ?? noFindings),
  ]
  const links = reasons.filter(({ count }) => count > 0)
  const isCalm = [links, findings.undelivered, findings.splitPackages].every(({ length }) => length === 0)
  return (
    <section className={panel.panel} aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {isCalm && <p>No metric template is deprecated or end-of-life, and the Web API is up to date.</p>}
      {links.length > 0 && <CountedLinks links={links} />}
      {findings.splitPackages.length > 0 && <Split packages={findings.splitPackages} />}
      {findings.undelivered.length > 0 && <Undelivered undelivered={findings.undelivered} />}
    </section>
  )
}

/** The maximum number shown here; the pages of the packages show the others. */
const maxSplit = 5

const Split = ({ packages }: { readonly packages: FoundInCatalogue['splitPackages'] }) => (
  <>
    <p>
      Tenants need these packages in different versions from one repo. A monitoring box that serves such tenants cannot
      install them: its installer stops with an error.
    </p>
    <ul className={classes.list}>
      {packages.slice(0, maxSplit).map(({ name, versions: [newest = '', ...otherVersions] }) => (
        <li key={name}>
          <Link to={paths.packages.details(packageKey({ name, version: newest }))}>{name}</Link>
          <span className="mono">{[newest, ...otherVersions].join(', ')}</span>
        </li>
      ))}
    </ul>
    {packages.length > maxSplit && <p>And {packages.length - maxSplit} more.</p>}
  </>
)

const Undelivered = ({ undelivered }: Pick<FoundInCatalogue, 'undelivered'>) => (
  <>
    <p>These changes have not been delivered to the Web API. Delivery is retried every few minutes.</p>
    <ul className={classes.list}>
      {undelivered.map(({ tenant, kind, name, since, reason }) => (
        <li key={`${tenant} ${kind} ${name}`}>
          <span>
            <b>{whatOf(tenant, kind, name)}</b>: {reason}
          </span>
          <Moment iso={since} isRelative />
        </li>
      ))}
    </ul>
  </>
)

/** The delivery without an object is that of the tags of all templates. */
function whatOf(tenant: string, kind: string, name: string): string {
  const knownKind = kindOf(kind)
  return knownKind ? `The ${knownKind.label.one} ${name} of ${tenant}` : 'The tags of the metric templates'
}

type Counts = AnswerOf<typeof catalogueHome>['counts']

const { options: names } = catalogueHome.answer.shape.counts.keyof()

/** The number of objects of each kind in the catalogue; each number links to its list. */
export function CatalogueCounts({ counts }: { readonly counts: Counts }) {
  const { user } = useConsoleContext()
  // The list of ports is part of administration.
  const hidden = user?.is_superuser ? undefined : paths.defaultPorts.list
  const links = countedKinds(names, counts).map(({ label, ...link }) => ({ says: capitalized(label), ...link }))
  return (
    <section className={panel.panel} aria-labelledby="counts">
      <h2 id="counts">How many</h2>
      <CountedLinks links={links.filter(({ to }) => to !== hidden)} />
    </section>
  )
}
