import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { z } from 'zod'
import type { Answer } from '../http/ask.ts'
import { noteUnclear, type Patient, pause } from './patient.ts'
import type { SavedKind } from './saved-kinds.ts'

/** One object, which one client saves again and again. */
export interface Saver {
  readonly kind: SavedKind
  readonly name: string
  readonly tenant: string
  /** How many saves were acknowledged, or found in place after an unclear answer. */
  saves: number
  /** How often the answer was unclear and the save was found in place. */
  found: number
  /** Milliseconds of the longest save, with its repetitions. */
  longest: number
  /** The marker of the save with this number; 0 is the add. */
  readonly markerOf: (number: number) => string
  save(): Promise<void>
  /** Adds another object of the kind and deletes it. */
  addAndDelete(): Promise<void>
}

interface Known {
  readonly record: Readonly<Record<string, unknown>>
  readonly etag: string
}

const saveWithinMs = 180_000

/**
 * Adds an object, and returns its saver. Every write ends with a clear outcome: after an unclear or refusing answer, the
 * saver reads the object again and compares it with what it sent. What must not happen is an error in `client.seen`.
 */
export async function startSaver(client: Patient, kind: SavedKind, tenant: string, name: string): Promise<Saver> {
  const { add, get, change, remove } = resourceEndpoints(kind.resource)
  const at = (path: string, key: string) => path.replace(':key', encodeURIComponent(key))
  const keyOf = (name: string) => (kind.resource.path === 'users' ? name.toLowerCase() : name)
  const markerOf = (number: number) => `Save ${number}`
  const contentOf = (name: string, number: number) => kind.content({ name, tenant, marker: markerOf(number) })
  const find = async (name: string): Promise<Known | undefined> => {
    const answer = await client.read(at(get.path, keyOf(name)))
    return answer.status === 200 ? knownFrom(answer) : undefined
  }
  const wrong = (what: string, answer?: Answer) => {
    const text = `${what} of the ${kind.resource.label.one} ${name} of ${tenant}: ${answer?.status} ${answer?.body}`
    client.seen.errors.push(text)
    return new Error(text)
  }

  async function added(name: string): Promise<Known> {
    const deadline = performance.now() + saveWithinMs
    while (performance.now() < deadline) {
      const answer = await client.send(add.method, add.path, { body: { ...contentOf(name, 0), ...kind.added } })
      if (answer && answer.status >= 400 && answer.status !== 409) throw wrong('Add', answer)
      const known = await find(name)
      if (known) return known
      if (answer && answer.status < 400) throw wrong('Acknowledged add was lost', answer)
      await pause()
    }
    throw wrong('Add does not end')
  }

  async function deleted(name: string, { record, etag }: Known): Promise<void> {
    const deadline = performance.now() + saveWithinMs
    const by = kind.resource.key.remove
    const key = String(typeof by === 'function' ? by(record) : record[by])
    let tag = etag
    while (performance.now() < deadline) {
      const answer = await client.send(remove.method, at(remove.path, key), { headers: { 'if-match': tag } })
      if (answer && answer.status >= 400 && ![404, 409, 412].includes(answer.status)) throw wrong('Delete', answer)
      const known = await find(name)
      if (!known) return
      if (answer && answer.status < 300) throw wrong('Acknowledged delete was lost', answer)
      tag = known.etag
      await pause()
    }
    throw wrong('Delete does not end')
  }

  let known = await added(name)
  const saver: Saver = {
    ...{ kind, name, tenant, saves: 0, found: 0, longest: 0, markerOf },
    async save() {
      const begun = performance.now()
      const number = saver.saves + 1
      const sent = markerOf(number)
      const identity = Object.fromEntries(kind.identity.map((field) => [field, known.record[field]]))
      while (performance.now() - begun < saveWithinMs) {
        const body = { ...contentOf(name, number), ...identity }
        const answer = await client.send(change.method, change.path, { body, headers: { 'if-match': known.etag } })
        if (answer && answer.status < 300) {
          known = { ...known, etag: String(answer.headers.etag) }
          break
        }
        if (answer && ![409, 412].includes(answer.status)) throw wrong('Save', answer)
        if (answer) noteUnclear(client.seen, answer.status)
        const now = await find(name)
        if (!now) throw wrong('Object was lost')
        const marker = kind.markerOf(now.record)
        if (marker !== sent && marker !== markerOf(saver.saves)) throw wrong(`Save was lost, ${marker} is there`)
        known = now
        if (marker === sent) {
          saver.found += 1
          break
        }
        await pause()
      }
      const took = performance.now() - begun
      if (took >= saveWithinMs) throw wrong('Save does not end')
      saver.longest = Math.max(saver.longest, took)
      saver.saves = number
    },
    async addAndDelete() {
      const other = `${name}-MORE`
      await deleted(other, await added(other))
    },
  }
  return saver
}

const record = z.record(z.string(), z.unknown())

const knownFrom = ({ body, headers }: Answer): Known => ({
  record: record.parse(JSON.parse(body.toString())),
  etag: String(headers.etag),
})
