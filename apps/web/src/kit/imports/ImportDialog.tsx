import { Button } from '@mantine/core'
import { type ChangeEvent, useMemo, useRef, useState } from 'react'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { ImportFrame, ImportPreview } from './ImportFrame.tsx'
import {
  fates,
  type ImportAnswer,
  type ImportMode,
  type ImportPlan,
  isUsable,
  type Numbered,
  type PreviewLine,
  removedBy,
} from './import-plan.ts'
import classes from './imports.module.css'
import { type ChosenFile, csvTypes } from './sheet-files.ts'

/** How files of one kind are read and shown. */
export interface ImportKind<Row, Item> {
  /** The singular of the rows: 'pair'. */
  readonly itemsLabel: string
  /** How a file has to look, in a sentence. */
  readonly format: string
  readonly columns: readonly ImportColumn<Item>[]
  readonly read: (file: File) => Promise<ChosenFile<Row>>
}

interface Props<Row, Item> {
  readonly kind: ImportKind<Row, Item>
  readonly first: ChosenFile<Row>
  readonly planOf: (rows: readonly Row[]) => ImportPlan<Item>
  /** What cannot be checked now. */
  readonly warnings: readonly string[]
  readonly close: (answer?: ImportAnswer<Item>) => void
}

/** Previews the changes of a file to the rows of the form. */
export function ImportDialog<Row, Item>({ kind, first, planOf, warnings, close }: Props<Row, Item>) {
  const [file, setFile] = useState(first)
  const [mode, setMode] = useState<ImportMode>('replace')
  const { name: fileName, sheet } = file
  const plan = useMemo(() => (sheet.kind === 'rows' ? planOf(sheet.rows) : undefined), [sheet, planOf])
  const usable = plan && isUsable(plan) ? plan : undefined
  const previewMode = usable ? mode : 'merge'
  const lines = useMemo(() => (plan ? linesOf(plan, previewMode) : []), [plan, previewMode])
  const columns = kind.columns.map(({ header, textOf }) => {
    return { header, className: 'mono', textOf: ({ item }: Line<Item>) => textOf(item) }
  })
  const changes = plan ? plan.added.length + (plan.changed?.length ?? 0) + removedBy(plan, mode).length : 0
  return (
    <ImportFrame
      title="Import CSV"
      fileName={fileName}
      fileActions={<AnotherFile read={kind.read} onFile={setFile} />}
      read={
        sheet.kind === 'rows'
          ? { kind: 'content', notes: [...sheet.notes, ...warnings] }
          : { kind: 'unreadable', problems: [sheet.why, kind.format] }
      }
      canApply={usable !== undefined && changes > 0}
      cancel={() => close()}
      apply={() => usable && close({ fileName, plan: usable, mode })}
    >
      {plan && !usable && (
        <Notice kind="bad" role="alert">
          No row of the file can be imported.
        </Notice>
      )}
      {usable && (
        <ModeChoice
          mode={mode}
          itemsLabel={kind.itemsLabel}
          missingCount={usable.missingItems.length}
          onMode={setMode}
        />
      )}
      {plan && (
        <ImportPreview
          key={fileName + mode}
          summary={summaryOf(plan, previewMode, kind.itemsLabel)}
          lines={lines}
          fates={plan.changed ? fates : fates.filter((fate) => fate !== 'Changed')}
          columns={columns}
        />
      )}
      {usable && changes === 0 && <p>The form already contains all rows: nothing would change.</p>}
    </ImportFrame>
  )
}

interface FileProps<Row> {
  readonly read: (file: File) => Promise<ChosenFile<Row>>
  readonly onFile: (file: ChosenFile<Row>) => void
}

function AnotherFile<Row>({ read, onFile }: FileProps<Row>) {
  const input = useRef<HTMLInputElement>(null)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosenFile] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (chosenFile) onFile(await read(chosenFile))
  }
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => input.current?.click()}>
        Choose another file
      </Button>
      <input
        ref={input}
        type="file"
        accept={csvTypes}
        hidden
        aria-label="Another CSV file"
        onChange={(event) => void choose(event)}
      />
    </>
  )
}

interface ModeProps {
  readonly mode: ImportMode
  readonly itemsLabel: string
  readonly missingCount: number
  readonly onMode: (mode: ImportMode) => void
}

function ModeChoice({ mode, itemsLabel, missingCount, onMode }: ModeProps) {
  const choice = (value: ImportMode, label: string, help: string) => (
    <label className={classes.choice}>
      <input type="radio" name="import-mode" checked={mode === value} onChange={() => onMode(value)} />
      <span>
        <strong>{label}</strong> {help}
      </span>
    </label>
  )
  const noneRemoved = `No ${itemsLabel} is removed.`
  const removed =
    missingCount === 0
      ? noneRemoved
      : `${counted(missingCount, itemsLabel)} not in the file ${missingCount === 1 ? 'is' : 'are'} removed.`
  return (
    <fieldset className={classes.modes}>
      <legend>Rows of the form</legend>
      {choice('replace', 'Replace.', `The rows of the file replace the list. ${removed}`)}
      {choice('merge', 'Merge.', `The rows of the file are added. ${noneRemoved}`)}
    </fieldset>
  )
}

interface ImportColumn<Item> {
  readonly header: string
  readonly textOf: (item: Item) => string
}

interface Line<Item> extends PreviewLine {
  readonly item: Item
}

/** The numbers of a plan, in words. */
function summaryOf<Item>(plan: ImportPlan<Item>, mode: ImportMode, itemsLabel: string): string {
  const { added, changed, keptCount, rejected } = plan
  return [
    `${counted(added.length, itemsLabel)} added`,
    ...(changed ? [`${changed.length.toLocaleString('en')} changed`] : []),
    `${removedBy(plan, mode).length.toLocaleString('en')} removed`,
    `${keptCount.toLocaleString('en')} unchanged`,
    `${counted(rejected.length, 'row')} rejected`,
  ].join(', ')
}

/** Every rejected, changed or added row of a file, and every row of the form that is removed. */
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
