import { createHash } from 'node:crypto'
import { orderedJson, WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import { isHeld } from './held-tag.ts'
import type { Http } from './serve.ts'

/**
 * An answer for machines with a tag that stands for what is in it: whoever holds the same gets 304. It saves only what
 * would be sent, for what follows from more than this server's own writes, or is read in one small look.
 */
export function taggedByContent({ request, reply }: Http, answer: unknown): unknown {
  const text = orderedJson(answer)
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  return isHeld(request.headers['if-none-match'], etag) ? reply.code(304).send() : new WrittenJson(text)
}
