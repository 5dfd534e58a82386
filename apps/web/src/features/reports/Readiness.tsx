import type { Misfit } from '@quatrain/contract/reports/readiness.ts'
import { Link } from 'react-router'
import { Section } from '#kit/page/Section.tsx'
import { Notice } from '#ui/Notice.tsx'
import { type ProfileType, profilePlaces } from './ProfileFields.tsx'
import classes from './reports.module.css'
import { useReadiness } from './use-readiness.ts'

const words: Readonly<Record<Misfit['problem'], string>> = {
  'other metric profile': 'The aggregation profile is made for another metric profile',
  'other endpoint group': 'The endpoint group of the aggregation profile does not fit the topology type',
  'services without metrics': 'Services of the aggregation profile without metrics in the metric profile',
  'service types without group': 'Service types of covered endpoints that are in no group of the aggregation profile',
  'thresholds without metric': 'Thresholds for metrics that are not in the metric profile',
  'missing states': 'States that the operations profile lacks',
}

const withoutFindings = {
  unchosen:
    'Choose the metric, aggregation and operations profile and the topology type to see whether this report can be computed.',
  checking: 'Checking whether the profiles fit together…',
  failed: 'Not everything could be read, so it is unknown whether this report can be computed.',
  'without topology':
    'The profiles fit together. Whether the aggregation profile has the service types of all endpoints is unknown without the topology.',
  complete: 'This report can be computed: its profiles fit together, and with the endpoints that it covers.',
} as const

const maxNames = 8
const listed = (names: readonly string[]) =>
  names.length > maxNames
    ? `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more`
    : names.join(', ')

interface Props {
  /** The name of the stored report, if its scope is compared with it. */
  readonly name?: string | undefined
}

/** Whether the report can be computed, with links to what prevents it. */
export function Readiness({ name }: Props) {
  const { findings, profiles, missingProfiles, state } = useReadiness(name)
  return (
    <Section title="Readiness">
      {findings.length > 0 && <Findings findings={findings} profiles={profiles} />}
      {state === 'missing' ? (
        <p className={classes.hint}>
          There is no {missingProfiles.map((type) => `${type} profile “${profiles[type]}”`).join(' and no ')}, so it is
          unknown whether this report can be computed.
        </p>
      ) : findings.length > 0 ? null : state === 'complete' ? (
        <Notice kind="info" icon="check">
          {withoutFindings.complete}
        </Notice>
      ) : (
        <p className={classes.hint}>{withoutFindings[state]}</p>
      )}
    </Section>
  )
}

interface FindingsProps {
  readonly findings: readonly Misfit[]
  readonly profiles: Readonly<Record<ProfileType, string>>
}

function Findings({ findings, profiles }: FindingsProps) {
  // Aggregation profiles often leave services out deliberately.
  const isIntended = findings.every(({ problem }) => problem === 'service types without group')
  return (
    <Notice kind={isIntended ? 'info' : 'warning'}>
      <strong>
        {isIntended ? 'Not every endpoint counts in this report.' : 'Results of this report can be incomplete.'}
      </strong>
      <ul>
        {findings.map(({ problem, names, profile }) => (
          <li key={problem}>
            {words[problem]}: {listed(names)}. See{' '}
            <Link to={profilePlaces[profile].member.details(profiles[profile])}>{profiles[profile]}</Link>.
          </li>
        ))}
      </ul>
    </Notice>
  )
}
