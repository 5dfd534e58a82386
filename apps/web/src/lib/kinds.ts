import { type Key, kindNames, readKeyOf, singleKindNames } from '@quatrain/contract/kit/kind-names.ts'
import { paths } from './paths.ts'
import { type ResourcePaths, singlePaths } from './resource-paths.ts'

type KindName = keyof typeof kindNames
type SingleKindName = keyof typeof singleKindNames

/** A kind of object: its name, its labels and its paths. Its schemas are in `declared-kinds.ts`, which the first pages do not load. */
export interface Kind {
  readonly kind: string
  /** The segment in addresses of the API. */
  readonly path: string
  readonly label: { readonly one: string; readonly many: string }
  /** What identifies a record in an address. */
  readonly key: Key
  readonly paths: ResourcePaths
  readonly section: KindName | SingleKindName
}

/** Every kind of the contract with many objects. All of them have a section of their name. */
export const namedKinds = (Object.keys(kindNames) as KindName[]).map((section) => {
  const names = kindNames[section]
  return { ...names, key: readKeyOf(names.kind), paths: paths[section], section }
})

/** The kinds with one object. Its page has the section of their name. */
export const singleKinds = (Object.keys(singleKindNames) as SingleKindName[]).map((section) => {
  const names = singleKindNames[section]
  return { ...names, key: readKeyOf(names.kind), paths: singlePaths(paths[section]), section }
})

const byName: ReadonlyMap<string, Kind> = new Map([...namedKinds, ...singleKinds].map((kind) => [kind.kind, kind]))

/** The kind with this name in the activity log and in responses of the API; undefined if it has no pages. */
export const kindOf = (name: string): Kind | undefined => byName.get(name)
