import type { Engine, OpenTransaction, Session } from './engine.ts'
import { enterText, type Scope } from './scope.ts'

/**
 * The database as seen inside of an open transaction of `session`: all statements and transactions are parts of it. An
 * inner transaction is a savepoint. Nothing is stored until the open transaction is committed by its owner.
 */
export function insideTransaction(kind: Engine['kind'], session: Session): Engine {
  const inner: Session = {
    get broken() {
      return session.broken === true
    },
    set broken(isBroken) {
      session.broken = isBroken
    },
    runUnscoped: (text, parameters) => session.runUnscoped(text, parameters),
    async runIn(scope, text, parameters) {
      await enter(session, scope)
      return session.runUnscoped(text, parameters)
    },
    begin: (scope, lock) => innerTransaction(session, scope, lock),
  }
  return {
    kind,
    acquire: async () => inner,
    release() {},
    sessions: () => ({ open: 1, idle: 0, waiting: 0 }),
    async keep(statement) {
      await session.runUnscoped(statement)
      return true
    },
    async close() {},
  }
}

const ends = {
  commit: 'release savepoint inner_transaction',
  rollback: 'rollback to savepoint inner_transaction; release savepoint inner_transaction',
}

function innerTransaction(session: Session, scope: Scope, lock?: string): OpenTransaction {
  const beginning = (async () => {
    await session.runUnscoped('savepoint inner_transaction')
    await enter(session, scope)
    if (lock !== undefined) await session.runUnscoped(lock)
  })()
  beginning.catch(() => {})
  return {
    beginning,
    async run(text, parameters) {
      await beginning
      return session.runUnscoped(text, parameters)
    },
    async end(how) {
      if (how === 'commit') await beginning
      await session.runUnscoped(ends[how])
    },
  }
}

const enter = (session: Session, scope: Scope) => session.runUnscoped(enterText(scope, 'transaction'))
