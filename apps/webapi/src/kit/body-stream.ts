import type { Readable } from 'node:stream'
import { tooLarge } from './refusals.ts'

/** A request body as it arrives. Reading it throws a refusal once it is larger than allowed. */
export class BodyStream implements AsyncIterable<Uint8Array> {
  readonly #payload: Readable
  readonly #limit: number

  constructor(payload: Readable, limit: number) {
    this.#payload = payload
    this.#limit = limit
  }

  async *[Symbol.asyncIterator]() {
    let size = 0
    try {
      // A destroyed request would close the connection before the client has received the response.
      for await (const chunk of this.#payload.iterator({ destroyOnReturn: false })) {
        const bytes = Buffer.from(chunk)
        size += bytes.length
        if (size > this.#limit) throw tooLarge(this.#limit)
        yield bytes
      }
    } finally {
      // If reading stops early, the rest is discarded: many clients read the response after they have sent everything.
      this.#payload.resume()
    }
  }
}

/** The body of a request that has none. */
export const noChunks: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {},
}
