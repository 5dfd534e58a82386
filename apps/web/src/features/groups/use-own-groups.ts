import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionKey } from '#features/session/session.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'

/**
 * Asks for the logged-in user again if there are other groups than the user has: a superuser is a member of every group,
 * and the forms of objects offer these.
 */
export function useOwnGroups(kind: GroupKind, names: readonly string[] | undefined): void {
  const queries = useQueryClient()
  const own = useConsoleContext().user?.groups[kind]
  const isOutdated = names && own && names.toSorted().join('\n') !== own.toSorted().join('\n')
  useEffect(() => {
    if (isOutdated) void queries.invalidateQueries({ queryKey: sessionKey })
  }, [isOutdated, queries])
}
