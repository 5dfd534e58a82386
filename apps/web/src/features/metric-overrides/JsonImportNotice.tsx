import { Button } from '@mantine/core'
import { Notice } from '#ui/Notice.tsx'
import type { JsonImport } from './use-json-import.ts'

/** Says what the form holds since an import, and how to be rid of it. */
export function JsonImportNotice({ json: { last, undo, dismiss } }: { readonly json: JsonImport }) {
  if (last === undefined) return null
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
      <p>{last}</p>
      <p>Nothing is saved yet. Undoing the import puts the tables back as they were before it.</p>
    </Notice>
  )
}
