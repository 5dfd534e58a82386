import type { Database } from '../src/database/database.ts'
import type { Engine } from '../src/database/engine.ts'
import { type InitialContent, initialContent } from './initial-content.ts'

/** Migrates and fills a database. */
export type Prepare = (database: Database) => Promise<unknown>

/** A copy of a prepared database, for one test after another. */
export interface Copy {
  /** The address of one on a server. */
  readonly url?: string
  /** For a test, which closes it: afterwards it cannot be used through this engine. */
  open(): Engine
  /** Whether something of the test that closed it still uses it. */
  isInUse(): boolean
  /** As superuser, between two tests. */
  maintain<Result>(work: (engine: Engine) => Promise<Result>): Promise<Result>
  remove(): Promise<void>
}

export interface OpenCopy {
  readonly engine: Engine
  readonly url?: string
}

/**
 * Copies of prepared databases that are used again after they were closed, with the content of before: making one takes
 * ten times as long. One whose definitions a test has changed is removed. `make` makes a new copy.
 */
export function reusedCopies(make: (prepare: Prepare) => Promise<Copy>): (prepare: Prepare) => Promise<OpenCopy> {
  const closed = new Map<Prepare, (readonly [Copy, InitialContent])[]>()
  async function made(prepare: Prepare) {
    const copy = await make(prepare)
    return [copy, await copy.maintain(initialContent)] as const
  }
  return async (prepare) => {
    const usable = closed.get(prepare) ?? []
    closed.set(prepare, usable)
    const [copy, content] = usable.pop() ?? (await made(prepare))
    const engine = copy.open()
    async function close() {
      await engine.close()
      if (!copy.isInUse() && (await copy.maintain(content.restore))) usable.push([copy, content])
      else await copy.remove()
    }
    let closing: Promise<void> | undefined
    return {
      ...(copy.url && { url: copy.url }),
      engine: {
        ...engine,
        close: () => {
          closing ??= close()
          return closing
        },
      },
    }
  }
}
