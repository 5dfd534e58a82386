import type { WebApiScope } from '@quatrain/contract/web-api/topology.ts'
import { Mark } from '#ui/Mark.tsx'
import classes from './scope.module.css'

const lists = [
  { kind: 'groups', label: 'Groups' },
  { kind: 'endpoints', label: 'Endpoints' },
] as const

interface Props {
  readonly scope: WebApiScope
  readonly isCompared: boolean
}

/** How many rows of each list the report covers, and how many more or less than the stored report. */
export const ScopeCounts = ({ scope, isCompared }: Props) => (
  <div role="status">
    <dl className={classes.counts}>
      {lists.map(({ kind, label }) => {
        const { covered, total, gained, lost } = scope[kind]
        return (
          <div key={kind}>
            <dt>{label}</dt>
            <dd>
              <strong>{covered.toLocaleString('en')}</strong> of {total.toLocaleString('en')}{' '}
              {gained > 0 && <Mark tone="good">{`${gained.toLocaleString('en')} gained`}</Mark>}{' '}
              {lost > 0 && <Mark tone="bad">{`${lost.toLocaleString('en')} lost`}</Mark>}
              {isCompared && gained + lost === 0 && <span className={classes.quiet}>same as stored</span>}
            </dd>
          </div>
        )
      })}
    </dl>
  </div>
)
