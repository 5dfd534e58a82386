import { isDeepStrictEqual } from 'node:util'
import { differenceEndpoints } from '@quatrain/contract/console/differences.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import {
  type AddInput,
  bySegment,
  type ChangeInput,
  fieldsOfNotices,
  fieldsOfServer,
  idField,
  type RecordOf,
  type Resource,
  type RowOf,
  resourceEndpoints,
} from '@quatrain/contract/kit/resource.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { guardOf, namesGuard } from '#kit/http/etags.ts'
import { byRevision } from '#kit/http/if-none-match.ts'
import type { AlsoFollows } from '#kit/http/revision.ts'
import { serve } from '#kit/http/serve.ts'
import type { Recover } from '#kit/intents/recovery.ts'
import { registeredKind, registerRecovery } from '#kit/kinds/kinds.ts'
import { type Operations, operation, registerOperations, removal } from '#kit/kinds/operation.ts'
import { registerRestore } from '#kit/kinds/restore.ts'
import { discardIntent, type Reconciliation } from '#kit/owned/owned-differences.ts'
import { recordedVersionsOf } from '#kit/versions/recorded-versions.ts'
import type { Context } from '#request/context/context.ts'
import { registerVersions, type VersionReads, versionsOf } from './register-versions.ts'

/** An object with its version: see `Answered`. */
type StoredObject<T> = T & ({ readonly id: number; readonly rowVersion: number } | { readonly guard: string })
type Saved<R extends Resource> = StoredObject<RecordOf<R>> & Notices

/** What can be done with the objects of a resource. What is missing has no route. */
export interface Served<R extends Resource> {
  readonly list?: (ctx: Context) => Promise<RowOf<R>[]>
  /** What the list depends on in other tenants, if anything. */
  readonly listAlsoFollows?: AlsoFollows
  /** The public list, if the other one reads data of other tenants that is not published. */
  readonly publicList?: (ctx: Context) => Promise<RowOf<R>[]>
  readonly get?: (ctx: Context, key: string) => Promise<StoredObject<RecordOf<R>>>
  readonly add?: (ctx: Context, input: AddInput<R>) => Promise<Saved<R>>
  /** Reads what a change compares the fields of the server with; by default `get`. */
  readonly readStored?: (ctx: Context, key: string) => Promise<StoredObject<RecordOf<R>>>
  readonly change?: (ctx: Context, input: ChangeInput<R>) => Promise<Saved<R>>
  readonly remove?: (ctx: Context, key: string) => Promise<Notices>
  /** The versions of a resource that stores its own; the recorder stores those of the others. */
  readonly versions?: VersionReads
  /** Finishes or undoes the interrupted writes of a kind in both stores. */
  readonly recover?: Recover
  /** Shows and removes the differences of a kind in both stores. */
  readonly reconciliation?: Reconciliation
  /** Further writes, such as those of many objects at once. */
  readonly operations?: Operations
}

/**
 * Registers the endpoints of a resource: those of its objects, versions, differences and other writes, including the public
 * ones for what it publishes. Each write is also registered as an operation of the kind.
 */
export function serveResource<R extends Resource>(app: FastifyInstance, resource: R, served: Served<R>) {
  const api = resourceEndpoints(resource)
  const {
    list,
    listAlsoFollows: also,
    publicList,
    get,
    add,
    change,
    remove,
    versions,
    recover,
    reconciliation,
    operations = {},
    readStored = get,
  } = served
  const { keyOf } = resource.address ?? bySegment
  const { published } = resource
  if (list) {
    registeredKind(app, resource).list = list
    serve(app, api.list, byRevision(list, { also }))
    if (published) serve(app, api.publicList, publicList ? byRevision(publicList) : byRevision(list, { also }))
  }
  if (get) {
    for (const endpoint of published ? [api.get, api.publicGet] : [api.get]) {
      serve(app, endpoint, (ctx, { params }) => get(ctx, keyOf(params)))
    }
  }
  registeredKind(app, resource)
  const adding = add && operation(api.add, add)
  const changing =
    change && operation(api.change, async (ctx, input) => change(ctx, await asRead(ctx, resource, input, readStored)))
  const removing = remove && removal(api.remove, keyOf, remove)
  registerOperations(app, resource, { add: adding, change: changing, remove: removing })
  if (changing && readStored) {
    const reads = { get: readStored, versions: versionsOf(resource, versions) }
    registerRestore(app, resource, reads, { add: adding, change: changing })
  }
  registerVersions(app, resource, { get, versions })
  if (recover) registerRecovery(app, resource, recover)
  if (reconciliation) registerDifferences(app, resource, reconciliation)
  registerOperations(app, resource, operations)
}

/** Registers the endpoints and operations for the differences of a kind between the two stores. */
function registerDifferences(app: FastifyInstance, resource: Resource, reconciliation: Reconciliation): void {
  const { read, adopt, send, discard } = differenceEndpoints(resource)
  registeredKind(app, resource).reconciliation = reconciliation
  registerRecovery(app, resource, reconciliation.recoverDiscard, { intent: discardIntent(resource.kind) })
  serve(app, read, (ctx, { params }) => reconciliation.read(ctx, params.key))
  registerOperations(app, resource, {
    adopt: operation(adopt, reconciliation.adopt),
    send: operation(send, reconciliation.send),
    discard: operation(discard, reconciliation.discard),
  })
}

type Fields = Readonly<Record<string, unknown>>
type ReadStored = (ctx: Context, key: string) => Promise<object>

/**
 * The input of a change without the fields that only the server sets, which clients send as they have read them, and without the notices of
 * a response. Throws
 * `invalid_input` if one differs from what is stored in the version that the client has read.
 */
async function asRead<Input>(
  ctx: Context,
  resource: Resource,
  body: Input,
  read: ReadStored | undefined,
): Promise<Input> {
  const fields: Fields = { ...Object(body) }
  const ofServer = fieldsOfServer(resource).filter((field) => Object.hasOwn(fields, field))
  const compared = ofServer.filter((field) => !resource.moving?.includes(field))
  if (compared.length > 0 && read) {
    const stored = await findStored(ctx, resource, fields, read)
    const differing = compared.filter((field) => !isSame(fields[field], stored?.[field]))
    // The change itself refuses another version.
    if (stored && differing.length > 0 && isRead(ctx, stored)) {
      throw invalidInput(
        Object.fromEntries(differing.map((field) => [field, 'The server sets it: send it as it was read, or not'])),
      )
    }
  }
  const input = Object.assign({}, body)
  for (const field of [...ofServer, ...fieldsOfNotices(resource)]) Reflect.deleteProperty(input, field)
  return input
}

const isSame = (submitted: unknown, stored: unknown): boolean =>
  isDeepStrictEqual(submitted, stored === undefined ? undefined : JSON.parse(JSON.stringify(stored)))

const isRead = ({ write: { ifMatch = '*' } }: Context, { id, rowVersion }: Fields): boolean =>
  typeof id !== 'number' || typeof rowVersion !== 'number' || namesGuard(ifMatch, guardOf({ id, rowVersion }))

/** The object that the change is about, which may give it another name; undefined if it is not found. */
async function findStored(
  ctx: Context,
  resource: Resource,
  body: Fields,
  read: ReadStored,
): Promise<Fields | undefined> {
  const field = idField(resource)
  const names = namesOf(body)
  const isIt = (stored: Fields | undefined) => field === undefined || String(stored?.[field]) === String(names[field])
  const stored = await ifThere(read(ctx, keyIn(names, resource.key.read)))
  if (stored && isIt(stored)) return stored
  const versions = await recordedVersionsOf(ctx.db, resource, Number(names[field ?? '']) || 0)
  const renamed = versions && (await ifThere(read(ctx, versions.newest.name)))
  return renamed && isIt(renamed) ? renamed : undefined
}

/** The values that can name an object: the others were not parsed yet, and need not have a text. */
const namesOf = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => ['string', 'number'].includes(typeof value)))

const ifThere = async (reading: Promise<object>): Promise<Fields | undefined> => {
  try {
    return { ...(await reading) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}
