import type { Evaluation } from '@quatrain/contract/operations/evaluate.ts'
import { counted } from '#lib/words.ts'
import type { AggregatedGroup } from './formula.ts'
import classes from './simulator.module.css'

interface Props {
  readonly result: string
  readonly operation: string
  readonly groups: readonly AggregatedGroup[]
  /** Undefined without an operations profile. */
  readonly evaluation: Evaluation | undefined
}

const columns = 4
const [width, height, gap, margin] = [180, 54, 16, 28]
/** The rest is one node. */
const maxNodes = 20

/** The profile as a drawing: the result, and the groups that it is combined from, in rows. */
export function ProfileTree({ result, operation, groups, evaluation }: Props) {
  const hidden = groups.length > maxNodes ? groups.length - maxNodes + 1 : 0
  const visibleGroups = groups.slice(0, groups.length - hidden)
  const nodes = visibleGroups.map(({ name, operation, services }, index) => ({
    title: name || 'Group without a name',
    text: services.length === 1 ? (services[0]?.name ?? '') : `${operation || '?'} of ${services.length} services`,
    state: evaluation?.groups[index]?.outcome.state,
  }))
  if (hidden > 0) nodes.push({ title: `${hidden} more groups`, text: 'see the list below', state: undefined })
  const rows = Math.ceil(nodes.length / columns)
  const top = (row: number) => height + gap * 2 + row * (height + gap * 2)
  const at = (index: number) => top(Math.floor(index / columns))
  const left = (index: number) => margin + (index % columns) * (width + gap)
  const [whole, high] = [margin + Math.min(columns, Math.max(nodes.length, 1)) * (width + gap), top(rows) - gap * 2 + 1]
  const trunk = margin / 2
  // The formula itself is next to the drawing as a text, and can be very long.
  const label = `${result}: ${operation || '?'} of ${counted(groups.length, 'group')}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than the window
    <section className={classes.drawing} aria-label="Drawing of the formula" tabIndex={0}>
      <svg width={whole} height={high} viewBox={`0 0 ${whole} ${high}`} role="img" aria-label={label}>
        <g className={classes.lines}>
          {Array.from({ length: rows }, (_, row) => {
            const last = Math.min(columns, nodes.length - row * columns) - 1
            const bus = top(row) - gap
            return <path key={bus} d={`M${trunk} ${height}V${bus}H${left(last) + width / 2}`} />
          })}
          <path d={nodes.map((_, index) => `M${left(index) + width / 2} ${at(index) - gap}V${at(index)}`).join('')} />
        </g>
        <Node
          x={1}
          y={1}
          title={result}
          text={`${operation || '?'} of all groups`}
          state={evaluation?.whole.outcome.state}
        />
        {nodes.map((node, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: in a form, names can repeat or be missing
          <Node key={index} x={left(index)} y={at(index)} {...node} />
        ))}
      </svg>
    </section>
  )
}

interface NodeProps {
  readonly x: number
  readonly y: number
  readonly title: string
  readonly text: string
  readonly state: string | undefined
}

const Node = ({ x, y, title, text, state }: NodeProps) => (
  <g className={classes.node} data-state={state}>
    <title>{[title, text, state].filter(Boolean).join(', ')}</title>
    <rect x={x} y={y} width={width} height={height - 2} rx={6} />
    <text x={x + 10} y={y + 21} className={classes.nodeTitle}>
      {shortened(title, state === undefined ? 20 : 20 - state.length)}
    </text>
    <text x={x + 10} y={y + 40}>
      {shortened(text, 25)}
    </text>
    {state !== undefined && (
      <text x={x + width - 10} y={y + 21} textAnchor="end" className={classes.nodeState}>
        {shortened(state, 12)}
      </text>
    )}
  </g>
)

const shortened = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)
