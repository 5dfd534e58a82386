import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { createContext, use } from 'react'

/** The kind of the group that a page shows: all kinds have the same pages. */
export const KindOfGroup = createContext<GroupKind>('reports')

export const useKindOfGroup = (): GroupKind => use(KindOfGroup)
