import { Button, TextInput } from '@mantine/core'
import { groupNameRule, isGroupName, maxGroupName } from '@quatrain/contract/resources/group.ts'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { dialogs } from '#ui/dialogs.ts'

interface Props {
  readonly title: string
  readonly name: string
  readonly close: (name?: string) => void
}

/** Asks for the new name of a group; undefined if the user cancels. What the rename changes is previewed afterwards. */
export const askNewName = (title: string, name: string): Promise<string | undefined> =>
  dialogs.open<string>((close) => <RenameDialog {...{ title, name, close }} />)

function RenameDialog({ title, name, close }: Props) {
  const [typed, setTyped] = useState(name)
  const form = useId()
  const wanted = typed.trim()
  const problem = wanted === '' ? 'This field is required' : isGroupName(wanted) ? undefined : groupNameRule
  const canContinue = problem === undefined && wanted !== name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canContinue) close(wanted)
  }
  return (
    <Dialog
      title={title}
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" onClick={() => close()}>
            Keep {name}
          </Button>
          <Button type="submit" form={form} disabled={!canContinue}>
            Continue
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextInput
          data-autofocus
          label="New name"
          description="The objects and users of the group follow. The next step lists them."
          error={wanted === name ? undefined : problem}
          maxLength={maxGroupName}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
