import { Button } from '@mantine/core'
import { type ChangeEvent, useMemo, useRef, useState } from 'react'
import { csvFiles } from '#kit/CsvMenu.tsx'
import { counted } from '#lib/words.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { type ChosenFile, readFile } from './csv-files.ts'
import { ImportPreview } from './ImportPreview.tsx'
import classes from './import.module.css'
import { type ImportMode, type ImportPlan, planImport } from './import-pairs.ts'
import type { InstanceRow, KnownParts } from './instance-rows.ts'
import type { PairRules } from './metric-profile-form.ts'

export interface ImportAnswer {
  readonly fileName: string
  readonly plan: ImportPlan
  readonly mode: ImportMode
}

interface Props {
  readonly first: ChosenFile
  readonly rows: readonly InstanceRow[]
  readonly rules: PairRules
  /** Whether it is known which metrics there are. */
  readonly known: KnownParts
  readonly close: (answer?: ImportAnswer) => void
}

/** Shows what a file would do to the pairs of the form before anything is done. */
export function ImportDialog({ first, rows, rules, known, close }: Props) {
  const [file, setFile] = useState(first)
  const [mode, setMode] = useState<ImportMode>('replace')
  const { sheet } = file
  const plan = useMemo(
    () => (sheet.kind === 'rows' ? planImport(sheet.rows, rows, rules) : undefined),
    [sheet, rows, rules],
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
          <Button
            disabled={!isUsable || changes === 0}
            onClick={() => plan && close({ fileName: file.name, plan, mode })}
          >
            Put into the form
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        <FileLine name={file.name} onFile={setFile} />
        {sheet.kind === 'unreadable' && (
          <Notice kind="bad" role="alert">
            <p>{sheet.why}</p>
            <p>A file has a heading row with the columns service and metric, and one pair in each row below it.</p>
          </Notice>
        )}
        {sheet.kind === 'rows' && (sheet.notes.length > 0 || !known.metric || !known.service) && (
          <Notice kind="warning" role="status">
            {sheet.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            {!known.service && <p>The service types are not known, so service flavours are not checked.</p>}
            {!known.metric && <p>The predefined metrics are not loaded, so metrics are checked when you save.</p>}
          </Notice>
        )}
        {plan && !isUsable && (
          <Notice kind="bad" role="alert">
            No row of the file can be imported.
          </Notice>
        )}
        {isUsable && <ModeChoice mode={mode} missing={plan.missing.length} onMode={setMode} />}
        {plan && <ImportPreview key={file.name + mode} plan={plan} mode={isUsable ? mode : 'merge'} />}
        {isUsable && changes === 0 && <p>The form holds all of it already: nothing would change.</p>}
      </div>
    </Dialog>
  )
}

function FileLine({ name, onFile }: { readonly name: string; readonly onFile: (file: ChosenFile) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (chosen) onFile(await readFile(chosen))
  }
  return (
    <p className={classes.file}>
      <span>
        From <strong className="mono">{name}</strong>
      </span>
      <Button size="compact-sm" variant="default" onClick={() => input.current?.click()}>
        Choose another file
      </Button>
      <input
        ref={input}
        type="file"
        accept={csvFiles}
        hidden
        aria-label="Another CSV file"
        onChange={(event) => void choose(event)}
      />
    </p>
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
  const goes =
    missing === 0 ? 'No pair goes.' : `${counted(missing, 'pair')} not in the file ${missing === 1 ? 'goes' : 'go'}.`
  return (
    <fieldset className={classes.modes}>
      <legend>What becomes of the pairs in the form</legend>
      {choice('replace', 'Replace.', `The list becomes that of the file. ${goes}`)}
      {choice('merge', 'Merge.', 'Pairs of the file are added. No pair goes.')}
    </fieldset>
  )
}
