import type { Answer, Engine, OpenTransaction, Session } from '../src/database/engine.ts'

/** A statement that is about to run; `begin` for the beginning of a transaction. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
}

/**
 * Is called before each statement; returns a function that is called when it has ended, with its result (undefined for
 * the beginning and the end of a transaction, and after a failure), and returns the observation, if there is one.
 */
export type Observer<Seen> = (statement: Statement) => (answer: Answer | undefined) => Seen | undefined

export interface ObservedEngine<Seen> extends Engine {
  /**
   * Observes every statement of sessions that are acquired from now on. Returns a function that stops and returns the
   * observations.
   */
  watch(): () => Seen[]
}

/** The engine with optional observation of its statements, without overhead if it is off. */
export function observedEngine<Seen>(engine: Engine, observe: Observer<Seen>): ObservedEngine<Seen> {
  let observations: Seen[] | undefined
  const originals = new WeakMap<Session, Session>()
  return {
    ...engine,
    async acquire() {
      const session = await engine.acquire()
      if (!observations) return session
      const observed = observedSession(session, observe, observations)
      originals.set(observed, session)
      return observed
    },
    release(session) {
      engine.release(originals.get(session) ?? session)
    },
    watch() {
      const seen: Seen[] = []
      observations = seen
      return () => {
        observations = undefined
        return seen
      }
    },
  }
}

function observedSession<Seen>(session: Session, observe: Observer<Seen>, observations: Seen[]): Session {
  const observed = async <Result extends Answer | undefined>(statement: Statement, run: () => Promise<Result>) => {
    const end = observe(statement)
    let answer: Result | undefined
    try {
      answer = await run()
      return answer
    } finally {
      const seen = end(answer)
      if (seen !== undefined) observations.push(seen)
    }
  }
  return {
    get broken() {
      return session.broken === true
    },
    set broken(isBroken) {
      session.broken = isBroken
    },
    runUnscoped: (text, parameters = []) => observed({ text, parameters }, () => session.runUnscoped(text, parameters)),
    runIn: (scope, text, parameters) => observed({ text, parameters }, () => session.runIn(scope, text, parameters)),
    begin(scope, lock) {
      const open = session.begin(scope, lock)
      const run: OpenTransaction['run'] = (text, parameters) =>
        observed({ text, parameters }, () => open.run(text, parameters))
      void observed({ text: 'begin', parameters: [] }, () => open.beginning.then(() => undefined)).catch(() => {})
      return {
        beginning: open.beginning,
        run,
        async end(how) {
          await observed({ text: how, parameters: [] }, () => open.end(how).then(() => undefined))
        },
      }
    },
  }
}
