import { createHash } from 'node:crypto'
import { orderedJson, WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import { stateTag } from './etags.ts'
import type { Http } from './serve.ts'
import { unlessHeld } from './serve-list.ts'

/**
 * An answer for machines with a tag that stands for what is in it: whoever holds the same gets 304. It saves only what
 * would be sent, for what follows from more than this server's own writes, or is read in one small look.
 */
export function taggedByContent(http: Http, answer: unknown): Promise<unknown> {
  const text = orderedJson(answer)
  const state = createHash('sha256').update(text).digest('base64url')
  return unlessHeld(http, state, async () => {
    http.reply.header('etag', stateTag(state))
    return new WrittenJson(text)
  })
}
