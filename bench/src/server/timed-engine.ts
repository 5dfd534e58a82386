import type { Engine, Session } from '@quatrain/platform/database/engine.ts'

/** A statement with the milliseconds until its rows were received, including the round trip. */
export interface TimedStatement {
  readonly text: string
  readonly took: number
}

export interface TimedEngine extends Engine {
  /**
   * Times every statement of sessions that are acquired from now on. Returns a function that stops and returns the
   * timings.
   */
  time(): () => TimedStatement[]
}

/** The engine with optional timing, without overhead if it is off. */
export function timedEngine(engine: Engine): TimedEngine {
  let statements: TimedStatement[] | undefined
  const originals = new WeakMap<Session, Session>()
  return {
    ...engine,
    async acquire() {
      const session = await engine.acquire()
      if (!statements) return session
      const timed = timedSession(session, statements)
      originals.set(timed, session)
      return timed
    },
    release(session) {
      engine.release(originals.get(session) ?? session)
    },
    time() {
      const seen: TimedStatement[] = []
      statements = seen
      return () => {
        statements = undefined
        return seen
      }
    },
  }
}

function timedSession(session: Session, statements: TimedStatement[]): Session {
  const timed = async <T>(text: string, run: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    try {
      return await run()
    } finally {
      statements.push({ text, took: performance.now() - begun })
    }
  }
  return {
    get broken() {
      return session.broken === true
    },
    set broken(isBroken) {
      session.broken = isBroken
    },
    run: (text, parameters) => timed(text, () => session.run(text, parameters)),
    runIn: (scope, text, parameters) => timed(text, () => session.runIn(scope, text, parameters)),
    begin: (scope, turn) => timed('begin', () => session.begin(scope, turn)),
  }
}
