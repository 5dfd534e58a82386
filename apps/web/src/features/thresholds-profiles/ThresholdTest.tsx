import { TextInput } from '@mantine/core'
import { type AlertZones, alertZones, statusOf } from '@quatrain/contract/thresholds/threshold-status.ts'
import type { Threshold } from '@quatrain/contract/thresholds/threshold-text.ts'
import { useState } from 'react'
import { Mark } from '#ui/Mark.tsx'
import { ThresholdLine } from './ThresholdLine.tsx'
import { intervalWords, readMeasured, withUnit } from './threshold-words.ts'
import classes from './thresholds.module.css'

/** A value typed by the user, the status that a threshold gives it, and why. */
export function ThresholdTest({ threshold }: { readonly threshold: Threshold }) {
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
