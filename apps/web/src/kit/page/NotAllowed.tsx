import { can, groupOf, type Owned } from '@quatrain/contract/kit/policy.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { ReactNode } from 'react'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { capitalized } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'

interface BannerProps {
  readonly resource: Resource
  /** The object, if the page shows a single one. */
  readonly record?: Owned
  /** Why nothing can be changed, if it is not a missing permission. */
  readonly children?: ReactNode
}

/** Says that nothing can be changed here, and which permission is needed, to those who do not have it. */
export function ReadOnlyBanner({ resource, record = {}, children }: BannerProps) {
  const { caller } = useConsoleContext()
  const group = String(groupOf(record) ?? '')
  const write = resource.access[caller.deployment]?.write
  const { one, many } = resource.label
  const isPermitted = can(caller, 'change', resource, record)
  const needsGroup = !isPermitted && typeof write === 'object'
  const isElsewhere = caller.readOnlyKinds?.includes(resource.kind) ?? false
  return (
    <Notice kind="info" icon="lock">
      <p>
        This is a read-only instance, please request the corresponding permissions to perform any changes in this form.
      </p>
      {isElsewhere && <p>Only administrators of the super-tenant can change {many} of this tenant.</p>}
      {!isElsewhere && !isPermitted && write === 'superusers' && <p>Only administrators can change {many}.</p>}
      {needsGroup && group !== '' && (
        <p>
          Changes require membership in the group <strong>{group}</strong> of {many}. An administrator of this tenant
          can grant it.
        </p>
      )}
      {needsGroup && group === '' && (
        <p>This {one} belongs to no group, so only an administrator of this tenant can change it.</p>
      )}
      {children}
    </Notice>
  )
}

interface NotAllowedProps {
  readonly action: 'add' | 'change' | 'delete'
  readonly resource: Resource
}

/** Replaces a page that the user may not see. */
export function NotAllowed({ action, resource }: NotAllowedProps) {
  const { caller } = useConsoleContext()
  const isElsewhere = caller.readOnlyKinds?.includes(resource.kind) ?? false
  const needsGroup = typeof resource.access[caller.deployment]?.write === 'object'
  return (
    <PageFrame title={`${capitalized(action)} ${resource.label.one}`} width="reading">
      <Notice kind="info" icon="lock">
        <p>
          You do not have permission to {action} {resource.label.many}.
        </p>
        {needsGroup ? (
          <p>It requires membership in at least one group of {resource.label.many}. An administrator can grant it.</p>
        ) : (
          <p>Only administrators {isElsewhere && 'of the super-tenant '}can.</p>
        )}
      </Notice>
    </PageFrame>
  )
}
