import { alertZone, type Interval, isInZone, zoneOverlap } from './alert-zone.ts'
import type { Threshold } from './threshold-text.ts'

export type ThresholdStatus = 'OK' | 'WARNING' | 'CRITICAL'

type Limits = Pick<Threshold, 'warn1' | 'warn2' | 'crit1' | 'crit2'>

/** The values for which a threshold alerts. */
export interface AlertZones {
  readonly warning: readonly Interval[]
  readonly critical: readonly Interval[]
  /** The values of the critical range that are in the warning range too: their status is WARNING. */
  readonly hidden: readonly Interval[]
}

/** Undefined if a limit is not a number. */
export function alertZones({ warn1, warn2, crit1, crit2 }: Limits): AlertZones | undefined {
  const warning = alertZone(warn1, warn2)
  const critical = alertZone(crit1, crit2)
  return warning && critical && { warning, critical, hidden: zoneOverlap(warning, critical) }
}

/** The status of a measured value. The warning range is tested first, so that it hides a critical range behind it. */
export function statusOf({ warning, critical }: AlertZones, value: number): ThresholdStatus {
  if (isInZone(warning, value)) return 'WARNING'
  return isInZone(critical, value) ? 'CRITICAL' : 'OK'
}
