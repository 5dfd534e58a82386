import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { Together } from '#kit/write/together.tsx'
import { capitalized, counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { groupFields } from './user-form.ts'
import { groupNames } from './users.queries.ts'

/** Asks which group users join and which they leave. Nothing if the dialog is left. */
export const askForGroups = (count: number): Promise<Together['valuesOf'] | undefined> =>
  dialogs.open<Together['valuesOf']>((close) => <ChangeGroupsDialog count={count} close={close} />)

interface Props {
  readonly count: number
  readonly close: (valuesOf?: Together['valuesOf']) => void
}

/** No kind has a blank in its name. */
const optionOf = (kind: GroupKind, name: string) => `${kind} ${name}`

const names = z.array(z.string())

function ChangeGroupsDialog({ count, close }: Props) {
  const { data } = useQuery(groupNames)
  const [joined, setJoined] = useState('')
  const [left, setLeft] = useState('')
  const options = groupFields.map(({ kind, label }) => ({
    group: capitalized(label),
    items: (data?.[kind] ?? []).map((name) => ({ value: optionOf(kind, name), label: `${name} (${label})` })),
  }))
  const inKind = (option: string, kind: GroupKind) =>
    groupKinds.includes(kind) && option.startsWith(`${kind} `) ? [option.slice(kind.length + 1)] : []
  const valuesOf: Together['valuesOf'] = (record) =>
    Object.fromEntries(
      groupFields.map(({ kind, name }) => {
        const former = names.parse(record[name])
        const leaves = inKind(left, kind)
        return [name, [...new Set([...former, ...inKind(joined, kind)])].filter((group) => !leaves.includes(group))]
      }),
    )
  const select = (label: string, value: string, set: (option: string) => void) => (
    <NativeSelect
      label={label}
      value={value}
      data={[{ value: '', label: 'None' }, ...options]}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
  return (
    <FormDialog
      title="Change groups"
      submit="Preview changes"
      cancel="Leave them"
      isDisabled={joined === left}
      onSubmit={() => close(valuesOf)}
      onCancel={() => close()}
    >
      <p>What {counted(count, 'user')} may change</p>
      {select('Add to group', joined, setJoined)}
      {select('Remove from group', left, setLeft)}
    </FormDialog>
  )
}
