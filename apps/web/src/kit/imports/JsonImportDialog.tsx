import type { Fields } from '@quatrain/contract/compare/field.ts'
import type { Changes } from '@quatrain/contract/compare/rules.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { ImportFrame } from './ImportFrame.tsx'
import type { ReadJson } from './json-files.ts'

interface Props {
  readonly fileName: string
  readonly read: ReadJson<unknown>
  readonly fields: Fields
  /** What the file changes in the form. */
  readonly changes: Changes
  readonly close: (isWanted?: boolean) => void
}

/** Previews what a file with one object changes in the form. */
export const JsonImportDialog = ({ fileName, read, fields, changes, close }: Props) => (
  <ImportFrame
    title="Import JSON"
    fileName={fileName}
    about="The fields of the form become those of the file. A name and a group that are filled in stay."
    read={read}
    canApply={Object.keys(changes).length > 0}
    cancel={() => close()}
    apply={() => close(true)}
  >
    {read.kind === 'content' && (
      <DifferenceView
        level={3}
        fields={fields}
        changes={changes}
        none="The form already has the content of the file."
      />
    )}
  </ImportFrame>
)
