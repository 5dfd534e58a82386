import { type GroupResource, wordsOfGroups } from '@quatrain/contract/resources/group.ts'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { ReadOnlyPage } from '#kit/resource/ReadOnlyPage.tsx'
import { RowTable } from '#kit/row-table/RowTable.tsx'
import { capitalized } from '#lib/words.ts'
import { ValueText } from '#ui/ValueText.tsx'
import { UsersText } from './GroupForm.tsx'
import type { GroupValues } from './group-forms.ts'
import { useKindOfGroup } from './kind-of-group.ts'

/** A group, read-only: an old version of it. */
export const GroupDetails = (props: DetailsProps<GroupResource, GroupValues>) => {
  const kind = useKindOfGroup()
  const { name, items, users } = props.values
  const words = wordsOfGroups(kind).items
  return (
    <ReadOnlyPage {...props}>
      <ValueText label="Name" value={name} />
      <UsersText users={users} />
      <RowTable
        label={`${capitalized(words)} in group`}
        columns={[{ header: `${capitalized(words)} in group` }]}
        rows={items}
        keyOf={(item) => item}
        nothing={`No ${words} in this group`}
        isFocusable
        cells={(item) => (
          <td data-plain className="mono">
            {item}
          </td>
        )}
      />
    </ReadOnlyPage>
  )
}
