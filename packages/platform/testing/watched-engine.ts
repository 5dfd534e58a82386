import type { Answer, Engine, Session } from '../src/database/engine.ts'

/** A statement with the length of its parameters and of its result. */
export interface Exchange {
  readonly text: string
  readonly sent: number
  readonly received: number
}

export interface WatchedEngine extends Engine {
  /**
   * Measures every statement of sessions that are acquired from now on. Returns a function that stops and returns the
   * measurements.
   */
  watch(): () => Exchange[]
}

/** The engine, with optional measurement of the data between it and the database. */
export function watchedEngine(engine: Engine): WatchedEngine {
  let exchanges: Exchange[] | undefined
  const originals = new WeakMap<Session, Session>()
  return {
    ...engine,
    async acquire() {
      const session = await engine.acquire()
      if (!exchanges) return session
      const watched = watchedSession(session, exchanges)
      originals.set(watched, session)
      return watched
    },
    release(session) {
      engine.release(originals.get(session) ?? session)
    },
    watch() {
      const seen: Exchange[] = []
      exchanges = seen
      return () => {
        exchanges = undefined
        return seen
      }
    },
  }
}

function watchedSession(session: Session, exchanges: Exchange[]): Session {
  const measured = (text: string, parameters: readonly unknown[], { rows, affected }: Answer): Answer => {
    exchanges.push({ text, sent: JSON.stringify(parameters).length, received: JSON.stringify(rows).length })
    return { rows, affected }
  }
  return {
    get broken() {
      return session.broken === true
    },
    set broken(isBroken) {
      session.broken = isBroken
    },
    run: async (text, parameters) => measured(text, parameters, await session.run(text, parameters)),
    runIn: async (scope, text, parameters) => measured(text, parameters, await session.runIn(scope, text, parameters)),
    begin: (scope, turn) => session.begin(scope, turn),
  }
}
