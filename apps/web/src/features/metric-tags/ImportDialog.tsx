import { Button, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { RowTable } from '#kit/RowTable.tsx'
import { counted } from '#lib/words.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { ChosenFile } from './csv-files.ts'
import { type ImportMode, type ImportPlan, planImport } from './import-members.ts'
import classes from './metric-tags.module.css'

export interface ImportAnswer {
  readonly plan: ImportPlan
  readonly mode: ImportMode
}

interface Props {
  readonly file: ChosenFile
  readonly members: readonly string[]
  /** Names of all metric templates; nothing while they are not loaded. */
  readonly known: ReadonlySet<string> | undefined
  readonly close: (answer?: ImportAnswer) => void
}

/** Shows what a file would do to the members of the form before anything is done. */
export function ImportDialog({ file: { name, sheet }, members, known, close }: Props) {
  const [mode, setMode] = useState<ImportMode>('replace')
  const plan = useMemo(
    () => (sheet.kind === 'rows' ? planImport(sheet.rows, members, known) : undefined),
    [sheet, members, known],
  )
  const isUsable = plan !== undefined && plan.added.length + plan.kept > 0
  const changes = plan ? plan.added.length + (mode === 'replace' ? plan.missing.length : 0) : 0
  return (
    <Dialog
      title="Import CSV"
      isWide
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            Keep the form as it is
          </Button>
          <Button disabled={!isUsable || changes === 0} onClick={() => plan && close({ plan, mode })}>
            Put into the form
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        <p>
          From <strong className="mono">{name}</strong>
        </p>
        {sheet.kind === 'unreadable' && (
          <Notice kind="bad" role="alert">
            <p>{sheet.why}</p>
            <p>
              A file has a heading row with the column name, and the name of one metric template in each row below it.
            </p>
          </Notice>
        )}
        {sheet.kind === 'rows' && (sheet.notes.length > 0 || !known) && (
          <Notice kind="warning" role="status">
            {sheet.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            {!known && <p>The metric templates are not loaded, so names are checked when you save.</p>}
          </Notice>
        )}
        {plan && !isUsable && (
          <Notice kind="bad" role="alert">
            No row of the file can be imported.
          </Notice>
        )}
        {isUsable && <ModeChoice mode={mode} missing={plan.missing.length} onMode={setMode} />}
        {plan && <Preview plan={plan} mode={isUsable ? mode : 'merge'} />}
        {isUsable && changes === 0 && <p>The form holds all of it already: nothing would change.</p>}
      </div>
    </Dialog>
  )
}

interface ModeProps {
  readonly mode: ImportMode
  readonly missing: number
  readonly onMode: (mode: ImportMode) => void
}

function ModeChoice({ mode, missing, onMode }: ModeProps) {
  const choice = (value: ImportMode, label: string, help: string) => (
    <label className={classes.choice}>
      <input type="radio" name="import-mode" checked={mode === value} onChange={() => onMode(value)} />
      <span>
        <strong>{label}</strong> {help}
      </span>
    </label>
  )
  const goes = missing === 0 ? 'None goes.' : `${missing.toLocaleString('en')} not in the file go.`
  return (
    <fieldset className={classes.modes}>
      <legend>What becomes of the metric templates in the form</legend>
      {choice('replace', 'Replace.', `The members become those of the file. ${goes}`)}
      {choice('merge', 'Merge.', 'Those of the file are added. None goes.')}
    </fieldset>
  )
}

const tones = { Rejected: 'bad', Removed: 'warn', Added: 'good' } as const satisfies Record<string, Tone>

interface Line {
  readonly id: string
  readonly fate: keyof typeof tones
  readonly name: string
  /** Its row in the file. */
  readonly number?: number
  readonly reason?: string
}

function Preview({ plan, mode }: { readonly plan: ImportPlan; readonly mode: ImportMode }) {
  const lines = useMemo(() => linesOf(plan, mode), [plan, mode])
  const [wanted, setWanted] = useState('')
  const count = (fate: Line['fate']) => lines.filter((line) => line.fate === fate).length.toLocaleString('en')
  const filter = (
    <NativeSelect
      size="xs"
      aria-label="Filter by result"
      value={wanted}
      onChange={(event) => setWanted(event.currentTarget.value)}
      data={[{ value: '', label: 'Show all' }, ...Object.keys(tones)]}
    />
  )
  return (
    <div>
      <p role="status" className={classes.counts}>
        {counted(plan.added.length, 'metric template')} added, {count('Removed')} removed,{' '}
        {plan.kept.toLocaleString('en')} there already, {counted(plan.rejected.length, 'row')} rejected
      </p>
      <RowTable
        label="What the import does"
        columns={[
          { header: 'Row', width: '72px', align: 'end' },
          { header: 'Result', width: '44%', filter },
          { header: 'Metric template' },
        ]}
        rows={lines.filter(({ fate }) => wanted === '' || fate === wanted)}
        keyOf={({ id }) => id}
        nothing="Nothing changes."
        cells={({ number, name, fate, reason }) => (
          <>
            <td data-align="end" data-plain className="mono">
              {number}
            </td>
            <td data-plain>
              <Mark tone={tones[fate]}>{fate}</Mark> {reason}
            </td>
            <td data-plain className="mono">
              {name}
            </td>
          </>
        )}
      />
    </div>
  )
}

const linesOf = ({ rejected, missing, added }: ImportPlan, mode: ImportMode): Line[] => [
  ...rejected.map((row) => ({ ...row, id: `rejected ${row.number}`, fate: 'Rejected' as const })),
  ...(mode === 'replace' ? missing : []).map((name) => ({ name, id: `removed ${name}`, fate: 'Removed' as const })),
  ...added.map((row) => ({ ...row, id: `added ${row.number}`, fate: 'Added' as const })),
]
