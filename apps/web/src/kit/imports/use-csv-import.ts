import { createElement } from 'react'
import { loadPart } from '#lib/load-part.ts'
import { dialogs } from '#ui/dialogs.tsx'
import type { ImportKind } from './ImportDialog.tsx'
import { type ImportAnswer, type ImportPlan, importSummary } from './import-plan.ts'
import { type LastImport, useLastImport } from './last-import.tsx'

interface Checks<SheetRow, Item, Rows> {
  /** What a file would do to the rows of the form. */
  readonly planOf: (sheet: readonly SheetRow[], rows: Rows) => ImportPlan<Item>
  /** What cannot be checked now. */
  readonly warnings: readonly string[]
}

/** The rows of a form before and right after an import. */
export interface Imported<Rows> {
  readonly before: Rows
  readonly after: Rows
}

interface Options<SheetRow, Item, Rows> {
  readonly kind: ImportKind<SheetRow, Item>
  /** What the form contains now. */
  readonly rows: () => Rows
  readonly put: (rows: Rows) => void
  /** Called when a file was chosen: what is needed to check it may have to be loaded. */
  readonly checks: () => Checks<SheetRow, Item, Rows> | Promise<Checks<SheetRow, Item, Rows>>
  /** The rows with those of the file. */
  readonly importInto: (rows: Rows, answer: ImportAnswer<Item>) => Rows
  /** The rows as they were before the import, with what has been typed since. */
  readonly withoutImport: (imported: Imported<Rows>, now: Rows) => Rows
}

export interface CsvImport extends LastImport {
  readonly start: (file: File) => Promise<void>
}

/** Brings the rows of a CSV file into a form after a preview, and takes them out again. Nothing is sent. */
export function useCsvImport<SheetRow, Item, Rows>(options: Options<SheetRow, Item, Rows>): CsvImport {
  const { kind, rows, put, checks, importInto, withoutImport } = options
  const { imported, ...last } = useLastImport('Later input was kept.')
  return {
    ...last,
    async start(chosenFile) {
      const load = loadPart(() => import('./ImportDialog.tsx'))
      const [first, { planOf, warnings }, { ImportDialog }] = await Promise.all([kind.read(chosenFile), checks(), load])
      const before = rows()
      const answer = await dialogs.open<ImportAnswer<Item>>((close) =>
        createElement(ImportDialog<SheetRow, Item>, {
          kind,
          first,
          warnings,
          close,
          planOf: (sheet) => planOf(sheet, before),
        }),
      )
      if (!answer) return
      const after = importInto(before, answer)
      put(after)
      imported(importSummary(answer, kind.itemsLabel), () => put(withoutImport({ before, after }, rows())))
    },
  }
}
