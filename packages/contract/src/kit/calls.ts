// What every client of the endpoints does alike.
import type { Endpoint } from './endpoint.ts'

/** The input of a call, whose values the types of clients check. */
export interface CallInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** The address of a call from the root of the host, with its parameters. */
export const addressOfCall = ({ path }: Pick<Endpoint, 'path'>, { params, query }: CallInput): string =>
  fillIn(path, entriesOf(params)) + queryString(entriesOf(query))

const entriesOf = (record: unknown): [string, string][] =>
  Object.entries(record ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((value) => (value === undefined ? [] : [[name, String(value)]])),
  )

const fillIn = (path: string, params: [string, string][]): string =>
  params.reduce((filled, [name, value]) => filled.replace(`:${name}`, () => encodeURIComponent(value)), path)

const queryString = (query: [string, string][]): string => (query.length === 0 ? '' : `?${new URLSearchParams(query)}`)

/**
 * Seconds after which a client gives up a call. A save waits for the Web API up to three times, for which proxies are advised to give it a
 * minute.
 */
export const secondsOfCall = (method: Endpoint['method']): number => (method === 'GET' ? 30 : 60)

/** What a client adds to the message of a write without an answer. */
export const mayBeDone = 'It may have been carried out all the same: check before you try again.'
