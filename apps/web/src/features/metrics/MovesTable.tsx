import type { ConfigMove, MetricMove } from '@quatrain/contract/resources/metric-moves.ts'
import { Link } from 'react-router'
import { RowTable } from '#kit/row-table/RowTable.tsx'
import { paths } from '#lib/paths.ts'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { NoValue } from '#ui/ValueText.tsx'
import classes from './metrics.module.css'

const columns = [
  { header: 'Metric', width: '22%' },
  { header: 'Probe now', width: '15%' },
  { header: 'Probe then', width: '19%' },
  { header: 'Config values', width: '25%' },
  { header: 'Metric profiles', width: '19%' },
]

/** How each metric changes if its package is used in another version. */
export const MovesTable = ({ moves }: { readonly moves: readonly MetricMove[] }) => (
  <RowTable
    label="Metrics"
    columns={columns}
    rows={moves}
    keyOf={({ name }) => name}
    cells={(move) => <Cells move={move} />}
    emptyText="No metrics."
  />
)

function Cells({ move }: { readonly move: MetricMove }) {
  const { name, becomes, from, to, outcome, config, profiles } = move
  return (
    <>
      <th scope="row" className={classes.metric}>
        <Link className="mono" to={paths.metrics.details(name)}>
          {name}
        </Link>
        {outcome === 'updated' && becomes !== name && (
          <div className={classes.note}>
            is called <span className="mono">{becomes}</span> then
          </div>
        )}
      </th>
      <td className="mono">{from}</td>
      <td>
        {outcome === 'updated' ? <span className="mono">{to}</span> : <Outcome outcome={outcome} becomes={becomes} />}
      </td>
      <td>{config.length === 0 ? <NoValue /> : <ul className={classes.changes}>{config.map(lineOf)}</ul>}</td>
      <td>
        {profiles.length === 0 ? (
          <NoValue />
        ) : (
          <ul className={classes.changes}>
            {profiles.map((profile) => (
              <li key={profile}>
                <Link to={paths.metricProfiles.details(profile)}>{profile}</Link>
              </li>
            ))}
          </ul>
        )}
      </td>
    </>
  )
}

const marks: Readonly<Record<'deleted' | 'left', { readonly tone: Tone; readonly word: string }>> = {
  deleted: { tone: 'bad', word: 'will be deleted' },
  left: { tone: 'warn', word: 'stays as it is' },
}

const Outcome = ({ outcome, becomes }: { readonly outcome: 'deleted' | 'left'; readonly becomes: string }) => (
  <>
    <Mark tone={marks[outcome].tone}>{marks[outcome].word}</Mark>
    <div className={classes.note}>
      {outcome === 'deleted' ? 'Its probe is not part of this version.' : `There is another metric named ${becomes}.`}
    </div>
  </>
)

function lineOf({ key, from, to, instead }: ConfigMove) {
  return (
    <li key={key}>
      <span className="mono">{key}</span>: {wordsOf(from, to, instead)}
    </li>
  )
}

function wordsOf(from: string | undefined, to: string | undefined, instead: string | undefined) {
  if (instead !== undefined) {
    return (
      <>
        <strong>{to}</strong> is kept <span className={classes.note}>(template: {instead})</span>
      </>
    )
  }
  if (to === undefined) return <>{from} → removed</>
  return (
    <>
      {from ?? 'none'} → <strong>{to}</strong>
    </>
  )
}
