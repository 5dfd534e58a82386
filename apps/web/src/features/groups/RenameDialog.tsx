import { TextInput } from '@mantine/core'
import { groupNameRule, isGroupName, maxGroupName } from '@quatrain/contract/resources/group.ts'
import { useState } from 'react'
import { dialogs } from '#ui/dialogs.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'

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
  const newName = typed.trim()
  const problem = newName === '' ? 'This field is required' : isGroupName(newName) ? undefined : groupNameRule
  return (
    <FormDialog
      title={title}
      submit="Continue"
      cancel={`Keep ${name}`}
      isDisabled={problem !== undefined || newName === name}
      onSubmit={() => close(newName)}
      onCancel={() => close()}
    >
      <TextInput
        data-autofocus
        label="New name"
        description="The objects and users of the group follow. The next step lists them."
        error={newName === name ? undefined : problem}
        maxLength={maxGroupName}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
