import { NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { NumberCell, RowTable } from '#kit/row-table/RowTable.tsx'
import { counted } from '#lib/words.ts'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { type ImportMode, type ImportPlan, type Numbered, removedBy } from './import-plan.ts'
import classes from './imports.module.css'

/** A column of what is imported. */
export interface ImportColumn<Item> {
  readonly header: string
  readonly textOf: (item: Item) => string
}

interface Props<Item> {
  readonly plan: ImportPlan<Item>
  readonly mode: ImportMode
  /** The singular of the rows: 'pair'. */
  readonly itemsLabel: string
  readonly columns: readonly ImportColumn<Item>[]
}

type Fate = 'Rejected' | 'Removed' | 'Changed' | 'Added'

const tones = { Rejected: 'bad', Removed: 'warn', Changed: 'warn', Added: 'good' } as const satisfies Record<Fate, Tone>
const fatesOf = ({ changed }: ImportPlan<unknown>): readonly Fate[] =>
  changed ? ['Rejected', 'Removed', 'Changed', 'Added'] : ['Rejected', 'Removed', 'Added']

interface Line<Item> {
  readonly id: string
  readonly item: Item
  readonly fate: Fate
  /** Its row in the file. */
  readonly number?: number
  readonly reason?: string
}

/** Every rejected or added row of a file, and every row of the form that is removed. */
export function ImportPreview<Item>({ plan, mode, itemsLabel, columns }: Props<Item>) {
  const [shownFate, setShownFate] = useState<string>('')
  const lines = useMemo(() => linesOf(plan, mode), [plan, mode])
  const visibleLines = useMemo(
    () => lines.filter(({ fate }) => shownFate === '' || fate === shownFate),
    [lines, shownFate],
  )
  const count = (fate: Fate) => lines.filter((line) => line.fate === fate).length
  const filter = (
    <NativeSelect
      size="xs"
      aria-label="Filter by result"
      value={shownFate}
      onChange={(event) => setShownFate(event.currentTarget.value)}
      data={[
        { value: '', label: 'Show all' },
        ...fatesOf(plan).map((fate) => ({ value: fate, label: `${fate} (${count(fate)})` })),
      ]}
    />
  )
  return (
    <div className={classes.preview}>
      <p role="status" className={classes.counts}>
        {[
          `${counted(count('Added'), itemsLabel)} added`,
          ...(plan.changed ? [`${plan.changed.length.toLocaleString('en')} changed`] : []),
          `${count('Removed').toLocaleString('en')} removed`,
          `${plan.keptCount.toLocaleString('en')} unchanged`,
          `${counted(count('Rejected'), 'row')} rejected`,
        ].join(', ')}
      </p>
      <RowTable
        label="Effects of the import"
        columns={[
          { header: 'Row', width: '72px', align: 'end' },
          // At the top, so that it is visible in a narrow window too.
          { header: 'Result', width: '36%', filter },
          ...columns.map(({ header }) => ({ header })),
        ]}
        rows={visibleLines}
        keyOf={({ id }) => id}
        nothing="Nothing changes."
        cells={({ number, item, fate, reason }) => (
          <>
            <NumberCell>{number}</NumberCell>
            <td data-plain>
              <Mark tone={tones[fate]}>{fate}</Mark> {reason}
            </td>
            {columns.map(({ header, textOf }) => (
              <td key={header} data-plain className="mono">
                {textOf(item)}
              </td>
            ))}
          </>
        )}
      />
    </div>
  )
}

const linesOf = <Item,>(plan: ImportPlan<Item>, mode: ImportMode): Line<Item>[] => [
  ...plan.rejected.map((item) => ({
    id: `rejected ${item.number}`,
    item,
    fate: 'Rejected' as const,
    number: item.number,
    reason: item.reason,
  })),
  ...removedBy(plan, mode).map((item, index) => ({ id: `removed ${index}`, item, fate: 'Removed' as const })),
  ...numberedLines(plan.changed ?? [], 'Changed'),
  ...numberedLines(plan.added, 'Added'),
]

const numberedLines = <Item,>(items: readonly Numbered<Item>[], fate: 'Changed' | 'Added'): Line<Item>[] =>
  items.map((item) => ({ id: `${fate} ${item.number}`, item, fate, number: item.number }))
