import { NativeSelect } from '@mantine/core'
import { matchingRules, type RuleTarget } from '@quatrain/contract/thresholds/rule-precedence.ts'
import { type Ref, useId } from 'react'
import { inNameOrder } from '#lib/name-order.ts'
import { type RuleRow, thresholdRows } from './rule-rows.ts'
import { ThresholdTest } from './ThresholdTest.tsx'
import { targetOf } from './targets.ts'
import classes from './thresholds.module.css'

interface Props {
  readonly rows: readonly RuleRow[]
  readonly target: RuleTarget
  readonly onTarget: (target: RuleTarget) => void
  /** The first field, which gets the focus. */
  readonly ref?: Ref<HTMLSelectElement>
}

/** Shows which rule is used for a metric on a host of an endpoint group, and which status it gives to a value. */
export function RuleTester({ rows, target, onTarget, ref }: Props) {
  const id = useId()
  const rules = rows.map(targetOf)
  const [usedRule, ...otherRules] = target.metric === '' ? [] : matchingRules(rules, target)
  const rule = usedRule === undefined ? undefined : rows[usedRule]
  const ofMetric = rules.filter(({ metric }) => metric === target.metric)
  const thresholds = thresholdRows.valuesOf(rule?.thresholds ?? [])
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id}>Test</h2>
      <div className={classes.target}>
        <NativeSelect
          ref={ref}
          label="Tested metric"
          value={target.metric}
          data={optionsOf(
            'Choose a metric',
            rules.map(({ metric }) => metric),
          )}
          onChange={(event) => onTarget({ metric: event.currentTarget.value, host: '', endpoint_group: '' })}
        />
        <NativeSelect
          label="On host"
          value={target.host}
          data={optionsOf(
            'Any other host',
            ofMetric.map(({ host }) => host),
          )}
          onChange={(event) => onTarget({ ...target, host: event.currentTarget.value })}
        />
        <NativeSelect
          label="In endpoint group"
          value={target.endpoint_group}
          data={optionsOf(
            'Any other group',
            ofMetric.map(({ endpoint_group }) => endpoint_group),
          )}
          onChange={(event) => onTarget({ ...target, endpoint_group: event.currentTarget.value })}
        />
      </div>
      <p role="status">{usedRule === undefined ? noRule(target) : usedWords(usedRule, otherRules)}</p>
      {thresholds.length > 0 && (
        <ul className={classes.tests}>
          {thresholds.map((threshold, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels can be repeated while they are typed
            <ThresholdTest key={`${usedRule} ${index}`} threshold={threshold} />
          ))}
        </ul>
      )}
      {thresholds.length > 1 && (
        <p>The operations profile of a report combines the results of several labels, by default with AND.</p>
      )}
    </section>
  )
}

const noRule = ({ metric }: RuleTarget) =>
  metric === '' ? '' : 'No rule matches: the result of the metric stays as it is.'

/** Rules are called by their numbers in the table. */
function usedWords(usedRule: number, otherRules: readonly number[]): string {
  const numbers = otherRules.map((index) => index + 1).join(', ')
  const rest = otherRules.length === 1 ? `Rule ${numbers} matches too` : `Rules ${numbers} match too`
  return `Rule ${usedRule + 1} is used.${otherRules.length === 0 ? '' : ` ${rest}, but applies less specifically.`}`
}

const optionsOf = (emptyLabel: string, values: readonly string[]) => [
  { value: '', label: emptyLabel },
  ...inNameOrder(values.filter((value) => value !== '')),
]
