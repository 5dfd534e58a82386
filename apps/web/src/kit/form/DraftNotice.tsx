import { Button } from '@mantine/core'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { shortTime } from '#lib/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import type { ResourceFormState } from './use-resource-form.ts'

/** Says that the form contains a draft, and how to discard it. */
export function DraftNotice<Values extends FieldValues>({ form }: { readonly form: ResourceFormState<Values> }) {
  const [isOver, setOver] = useState(false)
  const { restored } = form.draft
  if (!restored || isOver) return null
  const discardIt = () => {
    setOver(true)
    form.startOver()
  }
  return (
    <Notice
      kind="info"
      role="status"
      actions={
        <Button size="compact-sm" variant="default" onClick={discardIt}>
          Discard draft
        </Button>
      }
    >
      <p>These are your unsaved changes of {shortTime(restored.at)}, kept in this browser.</p>
      {form.isDraftStale && <p>Somebody else has saved since. Saving shows both states first.</p>}
    </Notice>
  )
}
