import { Button } from '@mantine/core'
import { Notice } from '#ui/Notice.tsx'
import { importSummary } from './import-summary.ts'
import type { CsvImport } from './use-csv-import.ts'

/** Says what the form holds since an import, and how to be rid of it. */
export function ImportNotice({ csv: { last, undo, dismiss } }: { readonly csv: CsvImport }) {
  if (!last) return null
  return (
    <Notice
      kind="info"
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={undo}>
            Undo import
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={dismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      <p>{importSummary(last)}</p>
      <p>Nothing is saved yet.</p>
    </Notice>
  )
}
