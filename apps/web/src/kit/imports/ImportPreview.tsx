import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { NumberCell, RowTable } from '#kit/row-table/RowTable.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import type { Fate, PreviewLine } from './import-plan.ts'
import classes from './imports.module.css'

const tones = { Rejected: 'bad', Removed: 'warn', Changed: 'warn', Added: 'good' } as const satisfies Record<Fate, Tone>

interface Props<Line> {
  readonly summary: string
  readonly lines: readonly Line[]
  /** Those that the lines can have. */
  readonly fates: readonly Fate[]
  /** The columns after the number and the result. */
  readonly columns: readonly {
    readonly header: string
    readonly width?: string
    readonly className?: string
    readonly textOf: (line: Line) => string
  }[]
}

/** What an import would do, row by row, with a filter by the result. */
export function ImportPreview<Line extends PreviewLine>({ summary, lines, fates, columns }: Props<Line>) {
  const [visibleFate, setVisibleFate] = useState('')
  const count = (fate: Fate) => lines.filter((line) => line.fate === fate).length
  const filter = (
    <NativeSelect
      size="xs"
      aria-label="Filter by result"
      value={visibleFate}
      onChange={(event) => setVisibleFate(event.currentTarget.value)}
      data={[
        { value: '', label: 'Show all' },
        ...fates.map((fate) => ({ value: fate, label: `${fate} (${count(fate)})` })),
      ]}
    />
  )
  return (
    <div className={classes.preview}>
      <p role="status" className={classes.counts}>
        {summary}
      </p>
      <RowTable
        label="Effects of the import"
        // The filter is at the top, so that it is visible in a narrow window too.
        columns={[
          { header: 'Row', width: '72px', align: 'end' },
          { header: 'Result', width: '30%', filter },
          ...columns,
        ]}
        rows={lines.filter(({ fate }) => visibleFate === '' || fate === visibleFate)}
        keyOf={({ id }) => id}
        emptyText="Nothing changes."
        cells={(line) => (
          <>
            <NumberCell>{line.number}</NumberCell>
            <td data-plain>
              <Mark tone={tones[line.fate]}>{line.fate}</Mark> {line.reason}
            </td>
            {columns.map(({ header, className, textOf }) => (
              <td key={header} data-plain className={className}>
                {textOf(line)}
              </td>
            ))}
          </>
        )}
      />
    </div>
  )
}
