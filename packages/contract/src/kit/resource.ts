import { z } from 'zod'
import type { Fields } from '../compare/field.ts'
import type { ProtectedKind } from '../policy.ts'
import { internalApi, keyParams } from './addresses.ts'
import { everywhere } from './deployment.ts'
import { writeQuery } from './dry-run.ts'
import { defineEndpoint } from './endpoint.ts'
import { notices } from './notices.ts'
import { type VersionedKind, versionEndpoints } from './version-endpoints.ts'

/** A kind of object that people keep: what it is called, who may do what with it, and what it looks like. */
export interface Resource extends ProtectedKind, VersionedKind {
  /** Its part of the address, below `/api/v2/internal/`. */
  readonly path: string
  /** What names a record in an address, and what names it to a delete. */
  readonly key: { readonly read: Key; readonly remove: Key }
  /** How its name is written in addresses of the API, where that is not one segment. */
  readonly address?: Address
  /** What everybody may read of it without signing in, at the `public_` addresses. Absent: nothing. */
  readonly published?: Published
  readonly record: z.ZodObject
  /** One row of its list, where that is less than a record. */
  readonly row: z.ZodObject
  /** What is sent to add one, and to change one. Nothing where nobody does so. */
  readonly add?: z.ZodObject
  readonly change?: z.ZodObject
  /** Bytes that one may have when it is sent, where that is not the usual: see `Endpoint`. */
  readonly bodyLimit?: number
  /** How two documents of it are compared, in the order in which people read the fields. */
  readonly compared: Fields
  /** What a write sends to store a document again, without what names the object; a document's own fields where absent. */
  readonly fromDocument?: (document: never) => object
  /** The document that is stored of what a write sends; its own fields where absent. */
  readonly toDocument?: (input: never) => object
}

/** The schemas of public answers: a field that they do not name is not public (decision D32). */
export interface Published {
  readonly row: z.ZodObject
  readonly record: z.ZodObject
  /** One version of it. Absent: only how it is now is public. */
  readonly document?: z.ZodObject
}

/** One screen shows members and everybody else the same object, so only optional fields can be left out. */
interface FitsScreens<R extends Resource> {
  readonly published?: {
    readonly row: z.ZodType<RowOf<R>>
    readonly record: z.ZodType<RecordOf<R>>
    readonly document?: z.ZodType<DocumentOf<R>>
  }
}

/** Returns its argument, so that every resource keeps its own exact type. */
export const defineResource = <const R extends Resource>(resource: R & FitsScreens<R>): R => resource

export type RecordOf<R extends Resource> = z.output<R['record']>
export type RowOf<R extends Resource> = z.output<R['row']>
export type AddInput<R extends Resource> = z.output<InputSchema<R['add']>>
export type ChangeInput<R extends Resource> = z.output<InputSchema<R['change']>>
export type DocumentOf<R extends Resource> = z.output<R['document']>

/** One field of the record, or several made into one text. */
export type Key = string | ((record: Readonly<Record<string, unknown>>) => string)

/** The text that names this record. */
export const keyIn = (record: Readonly<Record<string, unknown>>, key: Key): string =>
  typeof key === 'function' ? key(record) : String(record[key])

/** A name that consists of several segments of an address, and is one text everywhere else. */
export interface Address {
  /** `:first/:second` */
  readonly path: string
  readonly params: z.ZodObject
  readonly keyOf: (params: unknown) => string
  readonly paramsOf: (key: string) => Readonly<Record<string, string>>
}

export const bySegment: Address = {
  path: ':key',
  params: keyParams,
  keyOf: (params) => keyParams.parse(params).key,
  paramsOf: (key) => ({ key }),
}

/**
 * The endpoints that a resource implies. A server registers those it gives a function for; the client calls them.
 * Addresses and methods are those of specification part 1 section 7.
 */
export function resourceEndpoints<R extends Resource>(resource: R) {
  const { path, label, address = bySegment } = resource
  const deployments = everywhere.filter((deployment) => resource.access[deployment])
  const saved = resource.record.extend(notices.shape) as unknown as SavedSchema<R>
  const row = resource.row as R['row']
  const record = resource.record as R['record']
  // `defineResource` has held these against the types of what members read.
  const { row: publicRow = nothing, record: publicRecord = nothing } = resource.published ?? {}
  const shared = { deployments } as const
  const sent = resource.bodyLimit === undefined ? {} : { bodyLimit: resource.bodyLimit }
  const may = (action: 'view' | 'add' | 'change' | 'delete') => ({ may: action, resource }) as const
  // Whoever may not see how it is may not see how it was.
  const isForSuperusers = Object.values(resource.access).every((rule) => rule?.read === 'superusers')
  return {
    list: defineEndpoint({
      ...shared,
      method: 'GET',
      path: `${internalApi}/${path}`,
      summary: `List ${label.many}`,
      caller: may('view'),
      answer: z.array(row),
    }),
    get: defineEndpoint({
      ...shared,
      method: 'GET',
      path: `${internalApi}/${path}/${address.path}`,
      summary: `Read one ${label.one}`,
      caller: may('view'),
      params: address.params,
      answer: record,
    }),
    publicList: defineEndpoint({
      ...shared,
      method: 'GET',
      path: `${internalApi}/public_${path}`,
      summary: `List ${label.many}, for everybody`,
      caller: 'anyone',
      answer: z.array(publicRow as R['row']),
    }),
    publicGet: defineEndpoint({
      ...shared,
      method: 'GET',
      path: `${internalApi}/public_${path}/${address.path}`,
      summary: `Read one ${label.one}, for everybody`,
      caller: 'anyone',
      params: address.params,
      answer: publicRecord as R['record'],
    }),
    add: defineEndpoint({
      ...shared,
      method: 'POST',
      precondition: 'none',
      path: `${internalApi}/${path}`,
      summary: `Add a ${label.one}`,
      caller: may('add'),
      query: writeQuery,
      ...sent,
      body: (resource.add ?? nothing) as InputSchema<R['add']>,
      answer: saved,
    }),
    change: defineEndpoint({
      ...shared,
      method: 'PUT',
      precondition: 'version',
      path: `${internalApi}/${path}`,
      summary: `Change a ${label.one}`,
      caller: may('change'),
      query: writeQuery,
      ...sent,
      body: (resource.change ?? nothing) as InputSchema<R['change']>,
      answer: saved,
    }),
    remove: defineEndpoint({
      ...shared,
      method: 'DELETE',
      precondition: 'version',
      path: `${internalApi}/${path}/${address.path}`,
      summary: `Delete a ${label.one}`,
      caller: may('delete'),
      params: address.params,
      query: writeQuery,
      answer: notices,
    }),
    ...versionEndpoints(resource, deployments, isForSuperusers ? may('view') : 'signed-in'),
  }
}

/** The schema of a body; none is good where there is no such write. */
type InputSchema<Given> = Given extends z.ZodObject ? Given : z.ZodNever
const nothing = z.never()

type SavedSchema<R extends Resource> = z.ZodType<z.output<R['record']> & z.output<typeof notices>>
