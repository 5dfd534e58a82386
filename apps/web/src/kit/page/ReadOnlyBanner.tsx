import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { groupOf, type Owned } from '@quatrain/contract/policy.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { Notice } from '#ui/Notice.tsx'

interface Props {
  readonly resource: Resource
  /** The object, if the page shows a single one. */
  readonly record?: Owned
}

/** Says that nothing can be changed here, and which permission is needed. */
export function ReadOnlyBanner({ resource, record = {} }: Props) {
  const { visitor } = useConsoleContext()
  const group = String(groupOf(record) ?? '')
  const write = resource.access[visitor.deployment]?.write
  const { one, many } = resource.label
  const needsGroup = typeof write === 'object'
  const isElsewhere = visitor.readOnlyKinds?.includes(resource.kind) ?? false
  return (
    <Notice kind="info" icon="lock">
      <p>
        This is a read-only instance, please request the corresponding permissions to perform any changes in this form.
      </p>
      {isElsewhere && <p>Only administrators of the super-tenant can change {many} of this tenant.</p>}
      {!isElsewhere && write === 'superusers' && <p>Only administrators can change {many}.</p>}
      {needsGroup && group !== '' && (
        <p>
          Changes require membership in the group <strong>{group}</strong> of {many}. An administrator of this tenant
          can grant it.
        </p>
      )}
      {needsGroup && group === '' && (
        <p>This {one} belongs to no group, so only an administrator of this tenant can change it.</p>
      )}
    </Notice>
  )
}
