import type { WebApiScope } from '@quatrain/contract/web-api/topology.ts'
import { Mark } from '#ui/Mark.tsx'
import classes from './scope.module.css'

/** Shows some of the rows that the report covers or covered; changes come first. */
export const ScopeSample = ({ scope: { groups, endpoints } }: { readonly scope: WebApiScope }) => (
  <div className={classes.samples}>
    <Rows
      label="Groups"
      list={groups}
      rows={groups.sample.map(({ subgroup, group, type, change }) => ({
        ...{ name: subgroup, about: `in ${group}`, change },
        key: JSON.stringify([subgroup, group, type]),
      }))}
    />
    <Rows
      label="Endpoints"
      list={endpoints}
      rows={endpoints.sample.map(({ hostname, service, group, type, change }) => ({
        ...{ name: hostname, about: `${service} in ${group}`, change },
        key: JSON.stringify([hostname, service, group, type]),
      }))}
    />
  </div>
)

interface Row {
  readonly key: string
  readonly name: string
  readonly about: string
  readonly change: 'gained' | 'lost' | 'unchanged'
}

interface Props {
  readonly label: string
  readonly list: Pick<WebApiScope['groups'], 'covered' | 'lost'>
  readonly rows: readonly Row[]
}

const tones = { gained: 'good', lost: 'bad' } as const

const Rows = ({ label, list: { covered, lost }, rows }: Props) => (
  <div className={classes.part}>
    <h4>
      {label}
      <span className={classes.quiet}>
        {' '}
        {rows.length.toLocaleString('en')} of {(covered + lost).toLocaleString('en')} shown
      </span>
    </h4>
    {rows.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled, with the keyboard too
      <ul className={classes.rows} aria-label={label} tabIndex={0}>
        {rows.map(({ key, name, about, change }) => (
          <li key={key}>
            <span className="mono">{name}</span> <span className={classes.quiet}>{about}</span>{' '}
            {change !== 'unchanged' && <Mark tone={tones[change]}>{change}</Mark>}
          </li>
        ))}
      </ul>
    )}
  </div>
)
