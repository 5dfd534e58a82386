import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import classes from '#kit/imports/imports.module.css'
import { RowTable } from '#kit/row-table/RowTable.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import { type Fate, fates, type ImportPlan, importSummary } from './import-plan.ts'
import type { ChosenFile } from './override-json.ts'
import overrides from './overrides.module.css'

interface Props {
  readonly file: ChosenFile
  /** Undefined if the file could not be read. */
  readonly plan: ImportPlan | undefined
  readonly close: (isWanted?: boolean) => void
}

/** Previews the changes of a file to the tables of the form. */
export function JsonImportDialog({ file: { name, read }, plan, close }: Props) {
  const isUsable = plan?.rows.some(({ fate }) => fate !== 'Rejected') ?? false
  return (
    <Dialog
      title="Import JSON"
      isWide
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            Cancel import
          </Button>
          <Button disabled={!isUsable} onClick={() => close(true)}>
            Apply to form
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        <p>
          From <strong className="mono">{name}</strong>. The tables of the form become those of the file; the name
          stays.
        </p>
        {read.kind === 'unreadable' && (
          <Notice kind="bad" role="alert">
            <p>{read.why}</p>
            <p>A file has the lists global_attributes, host_attributes and metric_parameters, as an export has.</p>
          </Notice>
        )}
        {read.kind === 'lists' && read.notes.length > 0 && (
          <Notice kind="warning" role="status">
            {read.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </Notice>
        )}
        {plan && (
          <>
            <p role="status" className={classes.counts}>
              {importSummary(plan)}, {plan.kept.toLocaleString('en')} unchanged.
            </p>
            <Preview plan={plan} />
          </>
        )}
      </div>
    </Dialog>
  )
}

const tones = { Rejected: 'bad', Removed: 'warn', Changed: 'accent', Added: 'good' } as const satisfies Record<
  Fate,
  Tone
>

function Preview({ plan }: { readonly plan: ImportPlan }) {
  const [shownFate, setShownFate] = useState('')
  const shown = plan.rows.filter(({ fate }) => shownFate === '' || fate === shownFate)
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
    // At the top, so that it is visible in a narrow window too.
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
        rows={shown}
        keyOf={({ id }) => id}
        nothing="Nothing changes."
        cells={({ number, fate, reason, table, what, value }) => (
          <>
            <td data-align="end" data-plain className="mono">
              {number}
            </td>
            <td data-plain>
              <Mark tone={tones[fate]}>{fate}</Mark> {reason}
            </td>
            <td data-plain>{table}</td>
            <td data-plain className={`mono ${overrides.anywhere}`}>
              {what}
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
