import { TextInput } from '@mantine/core'
import { problemOfDue, usualDelayDays } from '@quatrain/contract/kit/roll-out-choice.ts'
import { useState } from 'react'
import { fromLocalTime, inDays, toLocalTime } from '#lib/dates.ts'
import { counted } from '#lib/words.ts'
import { FormDialog } from '#ui/FormDialog.tsx'

interface Props {
  readonly tenants: readonly string[]
  /** Closes the dialog; nothing is deferred without a time. */
  readonly close: (due?: string) => void
}

/** Asks when tenants follow a roll-out. */
export function DeferDialog({ tenants, close }: Props) {
  const [due, setDue] = useState<string | null>(() => inDays(usualDelayDays))
  const problem = problemOfDue(due ?? '', new Date())
  const [first = ''] = tenants
  const title = `Defer ${tenants.length === 1 ? first : counted(tenants.length, 'tenant')}`
  return (
    <FormDialog
      title={title}
      submit={title}
      isDisabled={problem !== undefined}
      onSubmit={() => close(due ?? undefined)}
      onCancel={() => close()}
    >
      <TextInput
        type="datetime-local"
        label="Follow the roll-out at"
        description="Until then, the old state is in force there."
        error={problem}
        value={toLocalTime(due)}
        onChange={(event) => setDue(fromLocalTime(event.currentTarget.value))}
      />
    </FormDialog>
  )
}
