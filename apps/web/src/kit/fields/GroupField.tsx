import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { inNameOrder } from '#lib/name-order.ts'
import { SelectField } from './SelectField.tsx'

interface Props {
  readonly name: string
  readonly kind: GroupKind
  readonly description: string
}

/** The group whose members may change the object: one of the user's own. */
export function GroupField({ name, kind, description }: Props) {
  const { user } = useConsoleContext()
  return (
    <SelectField
      name={name}
      label="Group"
      description={description}
      options={inNameOrder(user?.groups[kind] ?? [])}
      placeholder="Choose a group"
    />
  )
}
