import { topologyHosts } from '@quatrain/contract/reports/topology.ts'
import { type UserRow, userPage, users } from '@quatrain/contract/resources/user.ts'
import { call } from '#kit/api/call.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { useDebouncedQuery } from '#kit/api/queries.ts'
import { paths } from '#lib/paths.ts'
import type { Destination } from './destinations.ts'

/** Shorter texts are part of too many names. */
const minLength = 2

/** What the server searches, because there can be very many: hosts of today's topology, and users for superusers. */
export function useFoundOnServer(text: string, limit: number) {
  const { caller } = useConsoleContext()
  const search = text.length >= minLength ? text : ''
  const hosts = useFound('hosts', caller.deployment === 'tenant' ? search : '', (search, signal) =>
    findHosts(search, limit, signal),
  )
  const people = useFound('users', caller.user?.isSuperuser ? search : '', (search, signal) =>
    findUsers(search, limit, signal),
  )
  return { found: [...(hosts.data ?? []), ...(people.data ?? [])], isError: hosts.isError || people.isError }
}

type Find = (search: string, signal: AbortSignal) => Promise<Destination[]>

/** Nothing is asked for an empty text. */
const useFound = (kind: string, search: string, find: Find) =>
  useDebouncedQuery(['search', kind], search, async (search, signal) => (search === '' ? [] : find(search, signal)))

async function findHosts(search: string, limit: number, signal: AbortSignal): Promise<Destination[]> {
  const { hosts } = await call(topologyHosts, { query: { search, limit: String(limit) } }, { signal })
  return hosts.map(({ hostname, services }) => ({
    value: hostname,
    hint: `host, ${services.join(', ')}`,
    to: paths.topology.host(hostname),
  }))
}

async function findUsers(username: string, limit: number, signal: AbortSignal): Promise<Destination[]> {
  const { rows } = await call(userPage, { query: { username, limit: String(limit), page: '1' } }, { signal })
  return rows.map(userAt)
}

const userAt = ({ username }: UserRow): Destination => ({
  value: username,
  hint: users.label.one,
  to: paths.users.details(username),
})
