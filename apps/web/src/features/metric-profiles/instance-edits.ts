import type { RowShape } from '#kit/rows/use-row-edits.ts'
import { counted } from '#lib/words.ts'
import { InstanceRow, newRow, type PairPart } from './instance-rows.ts'
import { pasteInto } from './paste-rows.ts'

/** How pairs are typed and pasted. A pair that is changed by hand is no longer another tenant's. */
export const instanceShape: RowShape<InstanceRow, PairPart> = {
  fields: ['service', 'metric'],
  blank: newRow,
  change: ({ id, service, metric }, part, text) =>
    part === 'service' ? new InstanceRow(id, text, metric) : new InstanceRow(id, service, text),
  paste(rows, at, part, cells) {
    const { added, skipped, rows: pasted } = pasteInto(rows, at, part, cells)
    const leftOut = skipped > 0 ? `${counted(skipped, 'pair')} left out: there already.` : undefined
    return { rows: pasted, told: { title: `${counted(added, 'pair')} pasted`, lines: [leftOut] } }
  },
}
