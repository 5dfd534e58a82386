import { diff } from '@quatrain/contract/compare/compare.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { ConfirmWriteDialog } from '#kit/write/ConfirmWriteDialog.tsx'
import { SideEffects, sideEffectsIn } from '#kit/write/SideEffects.tsx'
import type { ConfirmationProps } from '#kit/write/use-previewed-write.ts'
import type { ReconciliationWords } from './reconciliation-words.ts'

interface Props extends ConfirmationProps {
  readonly resource: Resource
  readonly name: string
  readonly words: ReconciliationWords
}

/** Asks the user to confirm an action on a difference: its changes and its side effects. */
export function ReconciliationDialog({ resource, name, words, preview, ...dialog }: Props) {
  const own = preview.changes.slice(0, 1)
  const [before, after] = [own[0]?.before, own[0]?.after].map(
    (document) => document && storedDocument(resource, document),
  )
  return (
    <ConfirmWriteDialog
      {...dialog}
      title={words.title}
      question={words.question}
      object={name}
      keep="Cancel"
      isWide
      isDestructive={words.isDestructive ?? false}
    >
      <DifferenceView
        level={3}
        fields={resource.compared}
        changes={diff(resource.compared, before ?? {}, after ?? {})}
        none="Its content stays the same."
      />
      <SideEffects others={sideEffectsIn(preview, own)} notices={preview.notices} kinds={{}} more={preview.more} />
    </ConfirmWriteDialog>
  )
}
