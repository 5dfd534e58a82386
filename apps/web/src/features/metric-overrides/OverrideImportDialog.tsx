import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { ImportFrame } from '#kit/imports/ImportFrame.tsx'
import classes from '#kit/imports/imports.module.css'
import type { JsonFile } from '#kit/imports/json-files.ts'
import { RowTable } from '#kit/row-table/RowTable.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { type Fate, fates, type OverrideImportPlan, overrideImportSummary } from './import-plan.ts'
import type { FileLists } from './override-json.ts'
import overrides from './overrides.module.css'

interface Props {
  readonly file: JsonFile<FileLists>
  /** Undefined if the file could not be read. */
  readonly plan: OverrideImportPlan | undefined
  readonly close: (isWanted?: boolean) => void
}

/** Previews the changes of a file to the tables of the form. */
export const OverrideImportDialog = ({ file: { name, read }, plan, close }: Props) => (
  <ImportFrame
    title="Import JSON"
    fileName={name}
    about="The tables of the form become those of the file; the name stays."
    read={read}
    canApply={plan?.rows.some(({ fate }) => fate !== 'Rejected') ?? false}
    cancel={() => close()}
    apply={() => close(true)}
  >
    {plan && (
      <>
        <p role="status" className={classes.counts}>
          {overrideImportSummary(plan)}, {plan.keptCount.toLocaleString('en')} unchanged.
        </p>
        <Preview plan={plan} />
      </>
    )}
  </ImportFrame>
)

const tones = { Rejected: 'bad', Removed: 'warn', Changed: 'accent', Added: 'good' } as const satisfies Record<
  Fate,
  Tone
>

function Preview({ plan }: { readonly plan: OverrideImportPlan }) {
  const [shownFate, setShownFate] = useState('')
  const visibleRows = plan.rows.filter(({ fate }) => shownFate === '' || fate === shownFate)
  const filter = (
    <NativeSelect
      size="xs"
      aria-label="Filter by result"
      value={shownFate}
      onChange={(event) => setShownFate(event.currentTarget.value)}
      data={[{ value: '', label: 'Show all' }, ...fates]}
    />
  )
  const columns = [
    { header: 'Row', width: '64px', align: 'end' as const },
    // The filter is at the top, so that it is visible in a narrow window too.
    { header: 'Result', width: '30%', filter },
    { header: 'Table', width: '18%' },
    { header: 'What' },
    { header: 'Value' },
  ]
  return (
    <div className={classes.preview}>
      <RowTable
        label="Effects of the import"
        columns={columns}
        rows={visibleRows}
        keyOf={({ id }) => id}
        nothing="Nothing changes."
        cells={({ number, fate, reason, table, label, value }) => (
          <>
            <td data-align="end" data-plain className="mono">
              {number}
            </td>
            <td data-plain>
              <Mark tone={tones[fate]}>{fate}</Mark> {reason}
            </td>
            <td data-plain>{table}</td>
            <td data-plain className={`mono ${overrides.anywhere}`}>
              {label}
            </td>
            <td data-plain className={`mono ${overrides.anywhere}`}>
              {value}
            </td>
          </>
        )}
      />
    </div>
  )
}
