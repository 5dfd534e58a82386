import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { capitalized } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'

interface Props {
  readonly action: 'add' | 'change' | 'delete'
  readonly resource: Resource
}

/** Replaces a page that the user may not see. */
export function NotAllowed({ action, resource }: Props) {
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
