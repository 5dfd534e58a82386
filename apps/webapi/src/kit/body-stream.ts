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
    for await (const chunk of this.#payload) {
      const bytes = Buffer.from(chunk)
      size += bytes.length
      if (size > this.#limit) throw tooLarge(this.#limit)
      yield bytes
    }
  }
}

/** The body of a request that has none. */
export const noChunks: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {},
}
