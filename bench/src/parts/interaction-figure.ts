import { median } from '../median.ts'
import { type Figure, milliseconds } from '../report/figure.ts'

const most = 50

/** Each interaction has to be painted within 50 ms. */
export function interactionFigure(what: string, times: readonly number[]): Figure {
  const worst = Math.max(...times)
  return {
    what: `${what}: to the next paint, worst of ${times.length} (median)`,
    on: 'Chromium',
    measured: `${milliseconds(worst)} (${milliseconds(median(times))})`,
    budget: `< ${most} ms`,
    holds: worst < most,
  }
}
