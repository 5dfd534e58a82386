import { TextInput } from '@mantine/core'
import { matchingRules, type RuleTarget } from '@quatrain/contract/thresholds/rule-precedence.ts'
import { type AlertZones, alertZones, statusOf } from '@quatrain/contract/thresholds/threshold-status.ts'
import type { Threshold } from '@quatrain/contract/thresholds/threshold-text.ts'
import { type Ref, useId, useState } from 'react'
import { inNameOrder } from '#lib/words.ts'
import { Mark } from '#ui/Mark.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { type RuleRow, targetOf, thresholdRows } from './rule-rows.ts'
import { ThresholdLine } from './ThresholdLine.tsx'
import { intervalWords, readMeasured, withUnit } from './threshold-words.ts'
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

/** A value typed by the user, the status that a threshold gives it, and why. */
function ThresholdTest({ threshold }: { readonly threshold: Threshold }) {
  const { label, uom, value } = threshold
  const [typed, setTyped] = useState<string>()
  const text = typed ?? value
  const zones = alertZones(threshold)
  const measurement = text.trim() === '' ? undefined : readMeasured(text, uom)
  const measured = measurement && 'value' in measurement ? measurement.value : undefined
  return (
    <li className={classes.test}>
      <TextInput
        label={uom === '' ? label : `${label} (${uom})`}
        classNames={{ input: 'mono' }}
        value={text}
        error={measurement && 'problem' in measurement ? measurement.problem : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would save the form around this field.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        autoComplete="off"
      />
      {zones ? (
        <div className={classes.result}>
          <div role="status">{measured !== undefined && <Result zones={zones} value={measured} uom={uom} />}</div>
          <ThresholdLine zones={zones} value={measured} />
        </div>
      ) : (
        <p>The limits are not numbers.</p>
      )}
    </li>
  )
}

const tones = { OK: 'good', WARNING: 'warn', CRITICAL: 'bad' } as const

function Result({ zones, value, uom }: { readonly zones: AlertZones; readonly value: number; readonly uom: string }) {
  const status = statusOf(zones, value)
  return (
    <>
      <Mark tone={tones[status]}>{status}</Mark> {reason(zones, status, withUnit(value, uom), uom)}
      {status === 'WARNING' && statusOf({ ...zones, warning: [] }, value) === 'CRITICAL' && (
        <span className={classes.hidden}> It is in the critical range too, but the warning range is tested first.</span>
      )}
    </>
  )
}

function reason(zones: AlertZones, status: keyof typeof tones, value: string, uom: string): string {
  if (status === 'OK') return `${value} is in neither range.`
  const zone = status === 'WARNING' ? zones.warning : zones.critical
  return `${value} is in the ${status.toLowerCase()} range: ${intervalWords(zone, uom)}.`
}
