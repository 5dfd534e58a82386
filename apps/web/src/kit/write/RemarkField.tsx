import { TextInput } from '@mantine/core'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { useState } from 'react'
import { useDirectSaves } from '#kit/api/console-context.tsx'
import type { Answer } from './write-in-dialog.ts'

/** What `RemarkField` contains. */
export interface Remark {
  /** What the history shows it with. */
  readonly shownWith: string
  readonly directSaves: ReturnType<typeof useDirectSaves>
  readonly text: string
  readonly setText: (text: string) => void
  /** Whether the write can be made directly: a superuser may need a reason to go past a rule of the tenant. */
  readonly isComplete: boolean
  /** What is sent. */
  readonly answer: Pick<Answer, 'remark' | 'pastRule'>
}

/** The user's remark on a write to objects of this kind; at first an earlier one. */
export function useRemark(resource: Pick<Resource, 'kind'>, shownWith: string, earlierAnswer?: Answer): Remark {
  const directSaves = useDirectSaves(resource)
  const [text, setText] = useState(earlierAnswer?.remark ?? '')
  const needsReason = directSaves === 'with a reason'
  return {
    shownWith,
    directSaves,
    text,
    setText,
    isComplete: directSaves === 'open' || (needsReason && text.trim() !== ''),
    answer: { remark: text, pastRule: needsReason || undefined },
  }
}

/** The remark, or the reason if a rule of the tenant needs one; nothing if nobody can make the write directly. */
export function RemarkField({ remark }: { readonly remark: Remark }) {
  if (remark.directSaves === 'closed') return null
  const needsReason = remark.directSaves === 'with a reason'
  return (
    <TextInput
      label={needsReason ? 'Reason for saving without a change request' : 'Remark'}
      description={`${needsReason ? '' : 'Optional. '}Shown with the ${remark.shownWith} in the history.`}
      maxLength={500}
      value={remark.text}
      onChange={(event) => remark.setText(event.currentTarget.value)}
    />
  )
}

/** Says why objects of a kind with these labels are not saved directly, or only with a reason. */
export const ruleWords = ({ many }: Resource['label'], directSaves: ReturnType<typeof useDirectSaves>): string =>
  `A rule of this tenant: ${many} are changed by change requests only${directSaves === 'closed' ? '' : '. As a superuser, you may save with a reason'}.`
