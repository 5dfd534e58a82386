import { z } from 'zod'
import type { Fields } from '../compare/field.ts'
import { internalApi, keyParams } from './addresses.ts'
import { everywhere } from './deployment.ts'
import { rollOutQuery, writeQuery } from './dry-run.ts'
import { defineEndpoint, defineRead, type Parsed } from './endpoint.ts'
import type { Key } from './kind-names.ts'
import { notices } from './notices.ts'
import type { ProtectedKind } from './policy.ts'
import { type VersionedKind, versionEndpoints } from './version-endpoints.ts'

/** A kind of object: its labels, its permissions and its schemas. */
export interface Resource extends ProtectedKind, VersionedKind {
  /** The segment of the kind in addresses, below `/api/v2/internal/`. */
  readonly path: string
  /** The segment of the list, if other clients expect something else at `path`. */
  readonly listPath?: string
  /** What identifies a record in an address, and in a delete. */
  readonly key: { readonly read: Key; readonly remove: Key }
  /** How addresses of the API contain its name, if that is not one segment. */
  readonly address?: Address
  /** The public fields, for the `public_` endpoints. Absent if nothing is public. */
  readonly published?: Published
  readonly record: z.ZodObject
  /** A row of its list, if it has fewer fields than a record. */
  readonly row: z.ZodObject
  /** The inputs of an add and of a change. Absent if there is no such write. */
  readonly add?: z.ZodObject
  readonly change?: z.ZodObject
  /** Fields of a record that change without a save: a change ignores them. */
  readonly moving?: readonly string[]
  /** The writes that need a recent login: see `Endpoint`. */
  readonly recentLoginFor?: readonly ('add' | 'change' | 'remove')[]
  /** The writes that metrics of the tenants follow, at once or later. */
  readonly rolledOut?: readonly ('add' | 'change' | 'remove')[]
  /** Deleted objects stay until the metrics of all tenants have followed: until then a delete has changed nothing but its roll-out. */
  readonly isRemovedByRollOut?: boolean
  /** Maximum size of a submitted body in bytes, if it is not the usual one: see `Endpoint`. */
  readonly bodyLimit?: number
  /** How two documents of it are compared, in the order of the fields on screens. */
  readonly compared: Fields
  /** The input of a write for a document, without the object's identity; the document's own fields if absent. */
  readonly fromDocument?: (document: never) => object
  /** The document for the input of a write; its own fields if absent. */
  readonly toDocument?: (input: never) => object
}

/** The schemas of public responses: a field that they do not contain is not public (decision D32). */
export interface Published {
  readonly row: z.ZodObject
  readonly record: z.ZodObject
  /** A version. Absent if only the current state is public. */
  readonly document?: z.ZodObject
}

/** Screens use the same type for members and for anonymous visitors, so only optional fields can be left out. */
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
export type AddInput<R extends Resource> = Parsed<InputSchema<R['add']>>
export type ChangeInput<R extends Resource> = Parsed<InputSchema<R['change']>>
export type DocumentOf<R extends Resource> = z.output<R['document']>

/** Whether metrics of the tenants follow such a write of this kind. */
export const isRolledOut = ({ rolledOut = [] }: Pick<Resource, 'rolledOut'>, write: 'add' | 'change' | 'remove') =>
  rolledOut.includes(write)

/**
 * Whether change requests can have such a write: one that scripts can make, that needs no recent login, and whose object has changed when it
 * is made.
 */
export function isCollected(
  resource: Pick<Resource, 'userKeys' | 'recentLoginFor' | 'isRemovedByRollOut'>,
  operation: 'add' | 'change' | 'remove' | 'restore' | 'import' | 'move' | 'replaceAll',
): boolean {
  const write = operation === 'add' || operation === 'remove' ? operation : 'change'
  const needsLogin = resource.recentLoginFor?.includes(write) ?? false
  const isMadeLater = write === 'remove' && resource.isRemovedByRollOut === true
  return resource.userKeys === 'accepted' && !needsLogin && !isMadeLater
}

/** The field of a record and of a change with the id of the object; undefined if a change names the object by its key. */
export const idField = ({ change }: Pick<Resource, 'change'>): 'id' | 'pk' | undefined =>
  (['id', 'pk'] as const).find((field) => change !== undefined && Object.hasOwn(change.shape, field))

/** The fields of a record that only the server sets. A change accepts them as they were read. */
export const fieldsOfServer = ({ record, change }: Pick<Resource, 'record' | 'change'>): readonly string[] =>
  change ? Object.keys(record.shape).filter((field) => !Object.hasOwn(change.shape, field)) : []

/** The notices that the response to a write has besides the record. A change ignores them, so that a response can be sent back. */
export const fieldsOfNotices = ({ record, change }: Pick<Resource, 'record' | 'change'>): readonly string[] =>
  Object.keys(notices.shape).filter(
    (field) => ![record, change].some((schema) => schema && Object.hasOwn(schema.shape, field)),
  )

/** The body of a change: its input, and what a read and the response to a write have besides. */
function bodyOfChange(resource: Pick<Resource, 'record' | 'change'>): z.ZodObject | undefined {
  const { change } = resource
  const serverFields = [...fieldsOfServer(resource), ...fieldsOfNotices(resource)]
  return change?.safeExtend(Object.fromEntries(serverFields.map((field) => [field, z.unknown().optional()])))
}

/** A name that is several segments of an address, and one text everywhere else. */
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

const endpointsByResource = new WeakMap<Resource, unknown>()

/**
 * The endpoints of a resource, the same objects at each call. A server registers those that it implements; the client calls them.
 * Addresses and methods are those of specification part 1 section 7.
 */
export function resourceEndpoints<R extends Resource>(resource: R): ReturnType<typeof declareEndpoints<R>> {
  const endpoints = endpointsByResource.get(resource) ?? declareEndpoints(resource)
  endpointsByResource.set(resource, endpoints)
  return endpoints as ReturnType<typeof declareEndpoints<R>>
}

function declareEndpoints<R extends Resource>(resource: R) {
  const { path, listPath = path, label, address = bySegment } = resource
  const deployments = everywhere.filter((deployment) => resource.access[deployment])
  const saved = resource.record.extend(notices.shape) as unknown as SavedSchema<R>
  const row = resource.row as R['row']
  const record = resource.record as R['record']
  // `defineResource` has checked that these fit the types that members read.
  const { row: publicRow = noValue, record: publicRecord = noValue } = resource.published ?? {}
  const shared = { deployments, ...(resource.userKeys && { userKeys: resource.userKeys }) } as const
  const bodyOptions = resource.bodyLimit === undefined ? {} : { bodyLimit: resource.bodyLimit }
  const may = (action: 'view' | 'add' | 'change' | 'delete') => ({ may: action, resource }) as const
  const recent = (write: 'add' | 'change' | 'remove') =>
    resource.recentLoginFor?.includes(write) ? ({ reauthentication: 'recent' } as const) : {}
  const queryOf = (write: 'add' | 'change' | 'remove') => (isRolledOut(resource, write) ? rollOutQuery : writeQuery)
  // Histories have the same permissions as the objects.
  const isForSuperusers = Object.values(resource.access).every((rule) => rule?.read === 'superusers')
  return {
    list: defineRead({
      ...shared,
      path: `${internalApi}/${listPath}`,
      summary: `List ${label.many}`,
      caller: may('view'),
      answer: z.array(row),
    }),
    get: defineRead({
      ...shared,
      path: `${internalApi}/${path}/${address.path}`,
      summary: `Read one ${label.one}`,
      caller: may('view'),
      params: address.params,
      answer: record,
    }),
    publicList: defineRead({
      ...shared,
      path: `${internalApi}/public_${listPath}`,
      summary: `List ${label.many}; public`,
      caller: 'anyone',
      answer: z.array(publicRow as R['row']),
    }),
    publicGet: defineRead({
      ...shared,
      path: `${internalApi}/public_${path}/${address.path}`,
      summary: `Read one ${label.one}; public`,
      caller: 'anyone',
      params: address.params,
      answer: publicRecord as R['record'],
    }),
    add: defineEndpoint({
      ...shared,
      method: 'POST',
      precondition: 'none',
      ...recent('add'),
      path: `${internalApi}/${path}`,
      summary: `Add a ${label.one}`,
      caller: may('add'),
      query: queryOf('add'),
      ...bodyOptions,
      body: (resource.add ?? noValue) as InputSchema<R['add']>,
      answer: saved,
    }),
    change: defineEndpoint({
      ...shared,
      method: 'PUT',
      precondition: 'version',
      ...recent('change'),
      path: `${internalApi}/${path}`,
      summary: `Change a ${label.one}`,
      caller: may('change'),
      query: queryOf('change'),
      ...bodyOptions,
      body: (bodyOfChange(resource) ?? noValue) as InputSchema<R['change']>,
      answer: saved,
    }),
    remove: defineEndpoint({
      ...shared,
      method: 'DELETE',
      precondition: 'version',
      ...recent('remove'),
      path: `${internalApi}/${path}/${address.path}`,
      summary: `Delete a ${label.one}`,
      caller: may('delete'),
      params: address.params,
      query: queryOf('remove'),
      answer: notices,
    }),
    ...versionEndpoints(resource, deployments, isForSuperusers ? may('view') : 'user'),
  }
}

/** The schema of a body; nothing is valid if the write does not exist. */
type InputSchema<Given> = Given extends z.ZodObject ? Given : z.ZodNever
const noValue = z.never()

type SavedSchema<R extends Resource> = z.ZodType<z.output<R['record']> & z.output<typeof notices>>
