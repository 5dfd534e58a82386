import type { home, UnresolvedReferences as Unresolved } from '@quatrain/contract/console/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { Link } from 'react-router'
import { expiringKeyList, unusedKeyList } from '#features/api-keys/api-keys.queries.ts'
import { isNewer, noProfile } from '#features/metrics/metrics.queries.ts'
import { paths } from '#lib/paths.ts'
import panel from '#ui/panel.module.css'
import { CountedLinks } from './CountedLinks.tsx'
import classes from './HomePage.module.css'

type Found = AnswerOf<typeof home>

const list = (filter: Readonly<Record<string, string>>) => `${paths.metrics.list}?${new URLSearchParams(filter)}`

/** A reason for attention, and the list that it counts. */
const reasonsIn = ({
  metrics,
  submittedCandidates = 0,
  unusedKeys = 0,
  expiringKeys = 0,
  expiringOwnKeys = 0,
}: Found) => [
  { says: 'End-of-life metrics', to: list({ tags: 'eol' }), count: metrics.eol },
  { says: 'Deprecated metrics', to: list({ tags: 'deprecated' }), count: metrics.deprecated },
  { says: 'Metrics in no metric profile', to: list({ profiles: noProfile }), count: metrics.unused },
  { says: 'Metrics with a newer package version', to: list({ probeversion: isNewer }), count: metrics.newer },
  {
    says: 'Probe candidates to look at',
    to: `${paths.probeCandidates.list}?status=submitted`,
    count: submittedCandidates,
  },
  { says: 'API keys never used', to: unusedKeyList, count: unusedKeys },
  { says: 'API keys that expire soon or have expired', to: expiringKeyList, count: expiringKeys },
  { says: 'Your keys that expire soon or have expired', to: paths.profile, count: expiringOwnKeys },
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
