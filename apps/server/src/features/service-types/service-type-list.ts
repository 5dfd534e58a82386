import { createHash } from 'node:crypto'
import { ignoringCase } from '@quatrain/contract/kit/order.ts'
import type { ServiceTypeDocument, ServiceTypeRow } from '@quatrain/contract/resources/service-type.ts'
import { consoleTag, isOfConsole } from '@quatrain/contract/web-api/merged-service-types.ts'
import type { WebApiServiceType, WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'

type List = readonly WebApiServiceTypeInput[]

/** The service types as the console shows them, by name. One without tags comes from the topology. */
export const rowsOf = (list: List): ServiceTypeRow[] =>
  list
    .map(({ name, title, description, tags = ['topology'] }) => ({ name, title, description, tags }))
    .sort((a, b) => ignoringCase(a.name, b.name))

/** Returns the service types that users maintain in the console. */
export const ownTypesIn = (list: List): ServiceTypeDocument[] => list.filter(isOfConsole).map(documentOf)

const documentOf = ({ name, title, description }: ServiceTypeDocument): ServiceTypeDocument => ({
  name,
  title,
  description,
})

/** Stands for exactly these service types; connectors may write all others at any time. */
export const guardOfServiceTypes = (own: readonly ServiceTypeDocument[]): string =>
  createHash('sha256')
    .update(JSON.stringify(own.map(({ name, title, description }) => [name, title, description]).sort()))
    .digest('base64url')

/**
 * The list with these service types of the console in place of those that it has. One that the topology has too stays as
 * an entry of the topology if the console drops it.
 */
export function listWith(list: readonly WebApiServiceType[], own: readonly ServiceTypeDocument[]): List {
  const storedByName = new Map(list.map((type) => [type.name, type]))
  const ownNames = new Set(own.map(({ name }) => name))
  const otherTypes = list.filter(({ name }) => !ownNames.has(name)).flatMap(withoutConsole)
  const written = own.map((type) => {
    const { date: _, tags = [], ...members } = storedByName.get(type.name) ?? { date: '' }
    return { ...members, ...documentOf(type), tags: [...new Set([consoleTag, ...tags])] }
  })
  return [...otherTypes, ...written].sort((a, b) => ignoringCase(a.name, b.name))
}

/**
 * The service types of the console that undo a write: those that it has changed are as before, and those that it has
 * deleted are there again. What the list has instead was written by another program, and stays.
 */
export function ownTypesBefore(
  now: List,
  { before, after }: { readonly before: List; readonly after: readonly ServiceTypeDocument[] },
): ServiceTypeDocument[] {
  const written = byName(after)
  const remainingTypes = ownTypesIn(now).filter((type) => !isSame(type, written.get(type.name)))
  return [...byName([...ownTypesIn(before), ...remainingTypes]).values()]
}

export const byName = (types: readonly ServiceTypeDocument[]) => new Map(types.map((type) => [type.name, type]))

export const isSame = (typeA: ServiceTypeDocument | undefined, typeB: ServiceTypeDocument | undefined) =>
  typeA?.title === typeB?.title &&
  typeA?.description === typeB?.description &&
  (typeA === undefined) === (typeB === undefined)

/** Returns a service type as connectors sent it, in a list; the list is empty if only the console has the type. */
function withoutConsole({ date: _, ...type }: WebApiServiceType): List {
  if (!isOfConsole(type)) return [type]
  const tags = type.tags?.filter((tag) => tag !== consoleTag) ?? []
  return tags.length > 0 ? [{ ...type, tags }] : []
}
