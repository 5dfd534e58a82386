import { MultiSelect } from '@mantine/core'
import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { wordsOfGroups } from '@quatrain/contract/resources/group.ts'
import { useQuery } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useIsReadOnly, useProblem } from '#kit/fields/fields.tsx'
import { Marks } from '#kit/page/Marks.tsx'
import { capitalized } from '#lib/words.ts'
import { LabelledValue } from '#ui/ValueText.tsx'
import { groupNames } from './users.queries.ts'

interface Props {
  readonly kind: GroupKind
  readonly name: string
  readonly label: string
}

/** The groups of one kind that a user is a member of. */
export function UserGroupsField(props: Props) {
  return useIsReadOnly() ? <GroupsValue {...props} /> : <GroupsEdit {...props} />
}

const names = z.array(z.string()).catch([])
const plain = () => 'plain' as const

/** The maximum number of options that are listed; further ones are found by typing. */
const maxOptions = 100

function GroupsEdit({ kind, name, label }: Props) {
  const { field } = useController({ name })
  const { data } = useQuery(groupNames)
  const value = names.parse(field.value)
  const existingGroups = data?.[kind] ?? []
  return (
    <MultiSelect
      {...field}
      value={value}
      label={capitalized(label)}
      description={`The user may change the ${wordsOfGroups(kind).items} in these groups.`}
      placeholder={value.length === 0 ? 'None' : undefined}
      error={useProblem(name)}
      // A group that was deleted meanwhile can be removed.
      data={[...existingGroups, ...value.filter((chosenGroup) => !existingGroups.includes(chosenGroup))]}
      limit={maxOptions}
      nothingFoundMessage={`No such ${label}`}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      hidePickedOptions
    />
  )
}

function GroupsValue({ name, label }: Props) {
  const value = names.parse(useWatch({ name }))
  return (
    <LabelledValue label={capitalized(label)}>
      <Marks words={value} toneOf={plain} />
    </LabelledValue>
  )
}
