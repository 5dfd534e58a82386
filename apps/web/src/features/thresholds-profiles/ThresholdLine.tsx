import type { AlertZones } from '@quatrain/contract/thresholds/threshold-status.ts'
import { lineScale } from './line-scale.ts'
import classes from './thresholds.module.css'

interface Props {
  readonly zones: AlertZones
  /** A value that is marked. */
  readonly value?: number | undefined
}

/**
 * The ranges of a threshold on a line: high where it is CRITICAL, lower where it is WARNING, flat where it is OK. The
 * words beside it say the same, so it is hidden from assistive technology.
 */
export function ThresholdLine({ zones, value }: Props) {
  const ends = [...zones.warning, ...zones.critical].flatMap(({ from, to }) => [from, to])
  const scale = lineScale([...ends, ...(value === undefined ? [] : [value])])
  return (
    <svg className={classes.line} aria-hidden="true" focusable="false">
      <rect className={classes.ok} x="0" y="17" width="100%" height="4" />
      {scale.pieces(zones.critical).map(({ x, width }) => (
        <rect key={x} className={classes.critical} x={`${x}%`} y="3" width={`${width}%`} height="18" />
      ))}
      {scale.pieces(zones.warning).map(({ x, width }) => (
        <rect key={x} className={classes.warning} x={`${x}%`} y="9" width={`${width}%`} height="12" />
      ))}
      {scale.labels.map((number) => (
        <text key={number} className={classes.tick} x={`${scale.placeOf(number)}%`} y="34" textAnchor="middle">
          {number}
        </text>
      ))}
      {value !== undefined && (
        <svg x={`${scale.placeOf(value)}%`} overflow="visible" aria-hidden="true" focusable="false">
          <path className={classes.value} d="M0 22V0M-4 0h8" />
        </svg>
      )}
    </svg>
  )
}
