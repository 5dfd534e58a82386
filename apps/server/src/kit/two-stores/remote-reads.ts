import type { Context } from '#request/context/context.ts'

/**
 * Reads of the Web API that the writes of a transaction need, which may not wait for it: an attempt that needs more is given up, they
 * are made, and it is repeated with their answers. So all attempts of one instance see the same.
 */
export class RemoteReads {
  readonly #answers = new Map<string, PromiseSettledResult<unknown>>()
  readonly #missing = new Map<string, () => Promise<unknown>>()
  #isAttempting = false

  /** The context whose calls of the Web API are such reads during an attempt, and calls outside of one. */
  within(ctx: Context): Context {
    return { ...ctx, webApi: this.#reading(ctx.webApi, '') }
  }

  /** Runs `work`, which may be repeated: it is one transaction. */
  async attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      this.#isAttempting = true
      const [outcome] = await Promise.allSettled([work()])
      this.#isAttempting = false
      if (this.#missing.size === 0) {
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      }
      const missingReads = [...this.#missing]
      this.#missing.clear()
      await Promise.all(
        missingReads.map(async ([key, read]) => {
          const [answer] = await Promise.allSettled([read()])
          this.#answers.set(key, answer)
        }),
      )
    }
  }

  #reading<Part extends object>(target: Part, path: string): Part {
    return new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name)
        const place = `${path}.${String(name)}`
        if (typeof value === 'object' && value !== null) return this.#reading(value, place)
        if (typeof value !== 'function' || name === 'nameOf') return value
        return (...args: unknown[]) =>
          this.#read(`${place} ${JSON.stringify(args)}`, () => Reflect.apply(value, target, args))
      },
    })
  }

  async #read(key: string, read: () => Promise<unknown>): Promise<unknown> {
    if (!this.#isAttempting) return read()
    const answer = this.#answers.get(key)
    if (answer?.status === 'fulfilled') return answer.value
    if (answer) throw answer.reason
    this.#missing.set(key, read)
    throw new Error('The Web API is read before the next attempt.')
  }
}
