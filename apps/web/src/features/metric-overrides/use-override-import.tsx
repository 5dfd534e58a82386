import { NativeSelect } from '@mantine/core'
import type { OverrideLists } from '@quatrain/contract/resources/metric-override.ts'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ImportFrame } from '#kit/imports/ImportFrame.tsx'
import classes from '#kit/imports/imports.module.css'
import { exportJson, type JsonFile, type JsonFormat, readJsonFile } from '#kit/imports/json-files.ts'
import { useLastImport } from '#kit/imports/last-import.tsx'
import type { JsonImport } from '#kit/imports/use-json-import.tsx'
import { NumberCell, RowTable } from '#kit/row-table/RowTable.tsx'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { type Fate, fates, type OverrideImportPlan, overrideImportSummary, planOverrideImport } from './import-plan.ts'
import type { OverrideValues } from './override-form.ts'
import { type FileLists, readOverrideJson } from './override-json.ts'
import { type ListName, type OverrideRow, overrideTables } from './override-rows.ts'
import overrides from './overrides.module.css'

/** Downloads the lists of the form as a file named after the override. */
export function exportLists(name: string, lists: OverrideLists): void {
  const rows = Object.values(lists).reduce((count, list) => count + list.length, 0)
  exportJson(name, lists, counted(rows, 'row'))
}

/** The maximum is ten times the size of the largest override. */
const format: JsonFormat<FileLists> = { contentLabel: 'an override', maxBytes: 20_000_000, read: readOverrideJson }

type Tables = { readonly [List in ListName]: OverrideRow[] }

/** Imports the lists of a file into the form, and can undo that. */
export function useOverrideImport(methods: UseFormReturn<OverrideValues>): JsonImport {
  const { imported, ...last } = useLastImport('The tables are as they were before the import.')
  const put = (tables: Tables) => {
    for (const { name } of overrideTables) {
      methods.setValue(name, tables[name], { shouldDirty: true, shouldTouch: true, shouldValidate: true })
    }
  }
  return {
    ...last,
    async start(chosenFile) {
      const file = await readJsonFile(chosenFile, format)
      const { global_attributes, host_attributes, metric_parameters } = methods.getValues()
      const before = { global_attributes, host_attributes, metric_parameters }
      const plan = file.read.kind === 'content' ? planOverrideImport(file.read.content, before) : undefined
      const isWanted = await dialogs.open<boolean>((close) => (
        <OverrideImportDialog file={file} plan={plan} close={close} />
      ))
      if (!isWanted || !plan) return
      put(plan.after)
      imported(`${file.name}: ${overrideImportSummary(plan)}.`, () => put(before))
    },
  }
}

interface Props {
  readonly file: JsonFile<FileLists>
  /** Undefined if the file could not be read. */
  readonly plan: OverrideImportPlan | undefined
  readonly close: (isWanted?: boolean) => void
}

/** Previews the changes of a file to the tables of the form. */
const OverrideImportDialog = ({ file: { name, read }, plan, close }: Props) => (
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
        emptyText="Nothing changes."
        cells={({ number, fate, reason, table, label, value }) => (
          <>
            <NumberCell>{number}</NumberCell>
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
