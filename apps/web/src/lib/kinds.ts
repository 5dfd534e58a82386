import { type Key, kindNames, readKeyOf } from '@quatrain/contract/kit/kind-names.ts'
import { paths } from './paths.ts'
import type { ResourcePaths } from './resource-paths.ts'

type KindName = keyof typeof kindNames

/** A kind of object: its name, its labels and its paths. Its schemas are in `declared-kinds.ts`, which the first pages do not load. */
export interface Kind {
  readonly kind: string
  /** The segment in addresses of the API. */
  readonly path: string
  readonly label: { readonly one: string; readonly many: string }
  /** What identifies a record in an address. */
  readonly key: Key
  readonly paths: ResourcePaths
  readonly section: KindName
}

/** Every kind of the contract. All of them have a section of their name. */
export const namedKinds: readonly Kind[] = (Object.keys(kindNames) as KindName[]).map((section) => {
  const names = kindNames[section]
  return { ...names, key: readKeyOf(names.kind), paths: paths[section], section }
})

const byName: ReadonlyMap<string, Kind> = new Map(namedKinds.map((kind) => [kind.kind, kind]))

/** The kind with this name in the activity log and in responses of the API; undefined if it has no pages. */
export const kindOf = (name: string): Kind | undefined => byName.get(name)
