import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { declaredResources } from '@quatrain/contract/resources/declared-resources.ts'
import { type Kind, namedKinds, singleKinds } from './kinds.ts'

/** A kind of object, with all that the contract says about it. */
export interface DeclaredKind extends Kind {
  readonly resource: Resource
}

/** All kinds with many objects, with their schemas: for what is loaded on demand. */
export const declaredKinds: readonly DeclaredKind[] = namedKinds.map((kind) => ({
  ...kind,
  resource: declaredResources[kind.section],
}))

/** All kinds that the activity log has. */
export const loggedKinds: readonly DeclaredKind[] = [
  ...declaredKinds,
  ...singleKinds.map((kind) => ({ ...kind, resource: declaredResources[kind.section] })),
]

const byName: ReadonlyMap<string, DeclaredKind> = new Map(loggedKinds.map((kind) => [kind.kind, kind]))

/** The kind with this name in the activity log and in responses of the API; undefined if it has no pages. */
export const declaredKindOf = (name: string): DeclaredKind | undefined => byName.get(name)
