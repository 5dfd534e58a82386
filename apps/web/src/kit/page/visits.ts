import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { useEffect } from 'react'
import { z } from 'zod'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { forget, readStored, store } from '#lib/storage.ts'

const visits = z.array(z.object({ kind: z.string(), name: z.string(), title: z.string().optional(), at: z.string() }))
const maxKept = 12

export type Visit = z.output<typeof visits>[number]

/** Objects that a user has opened in this browser, the latest first. */
export const recentVisits = (username: string): readonly Visit[] => readStored(`recent.${username}`, visits) ?? []

/** The next user of this browser does not see them. */
export const forgetVisits = (username: string): void => forget(`recent.${username}`)

/** Remembers that the user has opened this object: its key in addresses, and its displayed name. */
export function useRemembered({ kind }: Resource, name: string, title = name): void {
  const username = useConsoleContext().user?.username
  useEffect(() => {
    if (username === undefined) return
    const otherVisits = recentVisits(username).filter((visit) => visit.kind !== kind || visit.name !== name)
    const visit = { kind, name, title, at: new Date().toISOString() }
    store(`recent.${username}`, [visit, ...otherVisits].slice(0, maxKept))
  }, [username, kind, name, title])
}

/** The last state of each list, so that links back from an object restore it. */
const searches = new Map<string, string>()

export const rememberList = (path: string, search: string): void => void searches.set(path, search)

export const asLastSeen = (path: string): string => path + (searches.get(path) ?? '')

/** The next user of this window starts with unfiltered lists. */
export const forgetLists = (): void => searches.clear()
