import { isDeepStrictEqual } from 'node:util'
import { fieldsOfNotices, fieldsOfServer, idField, keyIn, type Resource } from '@quatrain/contract/kit/resource.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import { guardOf, namesGuard } from '#kit/http/etags.ts'
import { recordedVersionsOf } from '#kit/versions/recorded-versions.ts'
import type { Context } from '#request/context.ts'

type Fields = Readonly<Record<string, unknown>>
type ReadStored = (ctx: Context, key: string) => Promise<object>

/**
 * The input of a change without the fields that only the server sets, which clients send as they have read them, and without the notices of
 * a response. Throws
 * `invalid_input` if one differs from what is stored in the version that the client has read.
 */
export async function asRead(ctx: Context, resource: Resource, body: Fields, read: ReadStored | undefined) {
  const ofServer = new Set(fieldsOfServer(resource))
  const ofNotices = new Set(fieldsOfNotices(resource))
  const fields = Object.entries(body).filter(([field]) => !ofNotices.has(field))
  const [given, input] = [true, false].map((isOfServer) =>
    Object.fromEntries(fields.filter(([field]) => ofServer.has(field) === isOfServer)),
  )
  const compared = Object.keys(given ?? {}).filter((field) => !resource.moving?.includes(field))
  if (compared.length > 0 && read) {
    const stored = await findStored(ctx, resource, body, read)
    const differing = compared.filter((field) => !isSame(given?.[field], stored?.[field]))
    // Another version: the change itself refuses it.
    if (stored && differing.length > 0 && isRead(ctx, stored)) {
      throw invalidInput(
        Object.fromEntries(differing.map((field) => [field, 'The server sets it: send it as it was read, or not'])),
      )
    }
  }
  return input
}

const isSame = (given: unknown, stored: unknown): boolean =>
  isDeepStrictEqual(given, stored === undefined ? undefined : JSON.parse(JSON.stringify(stored)))

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
