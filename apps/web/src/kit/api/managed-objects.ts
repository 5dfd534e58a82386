import { listManagedObjects, managedKinds } from '@quatrain/contract/configuration/configuration.ts'
import { queryOf } from './queries.ts'

/** The objects that are managed as code: all, those of a kind, or one. Nothing is asked about kinds that files cannot have. */
export const managedObjectsQuery = (object: { readonly kind?: string; readonly name?: string } = {}) => ({
  ...queryOf(['managed', object], listManagedObjects, { query: object }),
  enabled: object.kind === undefined || managedKinds.has(object.kind),
})
