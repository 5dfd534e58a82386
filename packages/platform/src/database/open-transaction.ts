import type { Engine, Session } from './engine.ts'
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
    run: (text, parameters) => session.run(innerEnds.get(text) ?? text, parameters),
    async runIn(scope, text, parameters) {
      await enter(session, scope)
      return session.run(text, parameters)
    },
    async begin(scope, writeLock) {
      await session.run('savepoint inner_transaction', [])
      await enter(session, scope)
      if (writeLock !== undefined) await session.run(writeLock, [])
    },
  }
  return {
    kind,
    acquire: async () => inner,
    release() {},
    sessions: () => ({ open: 1, idle: 0, waiting: 0 }),
    async keep(statement) {
      await session.run(statement, [])
      return true
    },
    async close() {},
  }
}

const innerEnds = new Map([
  ['commit', 'release savepoint inner_transaction'],
  ['rollback', 'rollback to savepoint inner_transaction; release savepoint inner_transaction'],
])

const enter = (session: Session, scope: Scope) => session.run(enterText(scope, 'transaction'), [])
