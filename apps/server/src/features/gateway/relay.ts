import { AppError } from '@quatrain/platform/errors.ts'
import type { z } from 'zod'
import type { ReadingWebApi } from '#clients/web-api/web-api-for.ts'
import type { Context } from '#request/context/context.ts'

export interface Relayed {
  /** Parts of the collection's address after `/api/v2/`. */
  readonly address: readonly string[]
  readonly id?: string | undefined
  readonly query: Readonly<Record<string, string | undefined>>
}

/**
 * The documents that the Web API has at this address, read with the tenant's read-only key; `item` is their schema. If
 * the Web API has no such address or document, the error names the Web API as the source.
 */
export async function relay<Item>(
  { tenant }: Context,
  readingWebApi: ReadingWebApi,
  { address, id, query }: Relayed,
  item: z.ZodType<Item>,
): Promise<Item[]> {
  const idSegments = id === undefined ? [] : [id]
  const data = await readingWebApi(tenant).relay({ address: [...address, ...idSegments], query }, item)
  if (data) return data
  const where = `${id === undefined ? '' : 'by this id '}at ${address.join('/')}`
  throw new AppError('not_found', `The Web API has nothing ${where}.`, { source: 'web-api' })
}
