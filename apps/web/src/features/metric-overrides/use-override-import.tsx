import type { OverrideLists } from '@quatrain/contract/resources/metric-override.ts'
import type { UseFormReturn } from 'react-hook-form'
import { ImportFrame, ImportPreview } from '#kit/imports/ImportFrame.tsx'
import { fates } from '#kit/imports/import-plan.ts'
import { useLastImport } from '#kit/imports/last-import.tsx'
import {
  exportJson,
  type JsonFile,
  type JsonFormat,
  type JsonImport,
  readJsonFile,
} from '#kit/imports/use-json-import.tsx'
import { loadPart } from '#lib/load-part.ts'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { type OverrideImportPlan, overrideImportSummary, type PlannedRow, planOverrideImport } from './import-plan.ts'
import type { OverrideValues } from './override-form.ts'
import type { FileLists } from './override-json.ts'
import { type ListName, type OverrideRow, overrideTables } from './override-rows.ts'
import classes from './overrides.module.css'

/** Downloads the lists of the form as a file named after the override. */
export function exportLists(name: string, lists: OverrideLists): void {
  const rows = Object.values(lists).reduce((count, list) => count + list.length, 0)
  exportJson(name, lists, counted(rows, 'row'))
}

/** The maximum is ten times the size of the largest override. */
const format: JsonFormat<FileLists> = {
  contentLabel: 'an override',
  maxBytes: 20_000_000,
  read: async (text) => (await loadPart(() => import('./override-json.ts'))).readOverrideJson(text),
}

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
      <ImportPreview
        summary={`${overrideImportSummary(plan)}, ${plan.keptCount.toLocaleString('en')} unchanged.`}
        lines={plan.rows}
        fates={fates}
        columns={columns}
      />
    )}
  </ImportFrame>
)

const columns = [
  { header: 'Table', width: '18%', textOf: ({ table }: PlannedRow) => table },
  { header: 'What', className: `mono ${classes.anywhere}`, textOf: ({ label }: PlannedRow) => label },
  { header: 'Value', className: `mono ${classes.anywhere}`, textOf: ({ value }: PlannedRow) => value },
]
