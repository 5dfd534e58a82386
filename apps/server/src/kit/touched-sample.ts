import type { DryRun, TouchedGroup } from '@quatrain/contract/kit/dry-run.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { z } from 'zod'
import type { Touched } from '#request/touched.ts'
import { byCodePoint } from './by-code-point.ts'

/** Of one group so many objects are told at once, of all groups so many, and so many characters of their documents. */
const mostOfGroup = 50
const mostObjects = 1000
const mostCharacters = 4_000_000

type Sample = Pick<DryRun, 'changes' | 'groups'>

/**
 * How many objects a write touches, by tenant, kind and action, and the first of each group; with a cursor, the objects
 * of its group that follow. Throws `invalid_input` for a cursor that no dry run has given.
 */
export function sampleOf(touched: readonly Touched[], cursor: string | undefined): Sample {
  const groups = new Map([...Map.groupBy(touched, keyOf)].map(([key, group]) => [key, inOrder(group)]))
  if (cursor !== undefined) return nextOf(groups, cursor)
  const room = { characters: mostCharacters }
  const size = Math.max(1, Math.min(mostOfGroup, Math.floor(mostObjects / groups.size)))
  const pages = [...groups].map(([key, group]) => pageOf(key, group, { from: 0, size }, room))
  // In the order in which they are touched: what the write is about comes first.
  const told = new Set(pages.flatMap(({ objects }) => objects))
  return {
    changes: touched.filter((object) => told.has(object)).map(asTold),
    groups: pages.map(({ group }) => group),
  }
}

const keyOf = ({ tenant, kind, action }: Touched) => JSON.stringify([tenant.id, kind, action])

/** A group that is told in parts has the same order in each run; what the write is about stays first. */
function inOrder(group: readonly Touched[]): readonly Touched[] {
  if (group.length <= 1) return group
  const [first, ...others] = group
  return first ? [first, ...others.toSorted((a, b) => byCodePoint(a.name, b.name) || a.id - b.id)] : []
}

function nextOf(groups: ReadonlyMap<string, readonly Touched[]>, cursor: string): Sample {
  const [key, from] = readCursor(cursor)
  const group = groups.get(key)
  if (!group) throw wrongCursor()
  const page = pageOf(key, group, { from, size: mostOfGroup }, { characters: mostCharacters })
  return { changes: page.objects.map(asTold), groups: [page.group] }
}

/** One object at least, and as many as there is room for. */
function pageOf(
  key: string,
  objects: readonly Touched[],
  { from, size }: { readonly from: number; readonly size: number },
  room: { characters: number },
): { readonly objects: readonly Touched[]; readonly group: TouchedGroup } {
  const [first] = objects
  if (!first) throw wrongCursor()
  const page: Touched[] = []
  for (const object of objects.slice(from, from + size)) {
    room.characters -= JSON.stringify([object.before, object.after]).length
    if (page.length > 0 && room.characters < 0) break
    page.push(object)
  }
  const end = from + page.length
  const { tenant, kind, action } = first
  const next = end < objects.length ? writeCursor(key, end) : null
  return { objects: page, group: { tenant: tenant.name, kind, action, count: objects.length, next } }
}

const asTold = ({ tenant, kind, name, action, before, after }: Touched) => {
  return { tenant: tenant.name, kind, name, action, before, after }
}

const cursorParts = z.tuple([z.string(), z.int().positive()])
const wrongCursor = () => invalidInput({ cursor: 'Not a cursor of this dry run' })

const writeCursor = (key: string, from: number) => Buffer.from(JSON.stringify([key, from])).toString('base64url')

function readCursor(cursor: string): z.output<typeof cursorParts> {
  try {
    return cursorParts.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw wrongCursor()
  }
}
