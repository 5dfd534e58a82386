import { NativeSelect } from '@mantine/core'
import type { MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import { useMemo, useState } from 'react'
import { RowTable } from '#kit/RowTable.tsx'
import { counted } from '#lib/words.ts'
import { Mark, type Tone } from '#ui/Mark.tsx'
import classes from './import.module.css'
import type { ImportMode, ImportPlan } from './import-pairs.ts'

type Fate = 'Rejected' | 'Removed' | 'Added'

interface Line extends MetricInstance {
  readonly id: string
  readonly fate: Fate
  /** Its row in the file. */
  readonly number?: number
  readonly reason?: string
}

const tones = { Rejected: 'bad', Removed: 'warn', Added: 'good' } as const satisfies Record<Fate, Tone>
const fates: readonly Fate[] = ['Rejected', 'Removed', 'Added']

/** Every row of a file that is rejected or added, and every pair of the form that goes. */
export function ImportPreview({ plan, mode }: { readonly plan: ImportPlan; readonly mode: ImportMode }) {
  const [wanted, setWanted] = useState<string>('')
  const lines = useMemo(() => linesOf(plan, mode), [plan, mode])
  const shown = useMemo(() => lines.filter(({ fate }) => wanted === '' || fate === wanted), [lines, wanted])
  const count = (fate: Fate) => lines.filter((line) => line.fate === fate).length
  const filter = (
    <NativeSelect
      size="xs"
      aria-label="Filter by result"
      value={wanted}
      onChange={(event) => setWanted(event.currentTarget.value)}
      data={[
        { value: '', label: 'Show all' },
        ...fates.map((fate) => ({ value: fate, label: `${fate} (${count(fate)})` })),
      ]}
    />
  )
  const columns = [
    { header: 'Row', width: '72px', align: 'end' as const },
    // First of all, so that it is in sight in a narrow window too.
    { header: 'Result', width: '36%', filter },
    { header: 'Service flavour' },
    { header: 'Metric' },
  ]
  return (
    <div className={classes.preview}>
      <p role="status" className={classes.counts}>
        {[
          `${counted(count('Added'), 'pair')} added`,
          `${count('Removed').toLocaleString('en')} removed`,
          `${plan.kept.toLocaleString('en')} there already`,
          `${counted(count('Rejected'), 'row')} rejected`,
        ].join(', ')}
      </p>
      <RowTable
        label="What the import does"
        columns={columns}
        rows={shown}
        keyOf={({ id }) => id}
        nothing="Nothing changes."
        cells={({ number, service, metric, fate, reason }) => (
          <>
            <td data-align="end" data-plain className="mono">
              {number}
            </td>
            <td data-plain>
              <Mark tone={tones[fate]}>{fate}</Mark> {reason}
            </td>
            <td data-plain className="mono">
              {service}
            </td>
            <td data-plain className="mono">
              {metric}
            </td>
          </>
        )}
      />
    </div>
  )
}

function linesOf({ rejected, missing, added }: ImportPlan, mode: ImportMode): Line[] {
  const gone = mode === 'replace' ? missing : []
  return [
    ...rejected.map((row) => ({ ...row, id: `rejected ${row.number}`, fate: 'Rejected' as const })),
    ...gone.map((pair, index) => ({ ...pair, id: `removed ${index}`, fate: 'Removed' as const })),
    ...added.map((row) => ({ ...row, id: `added ${row.number}`, fate: 'Added' as const })),
  ]
}
