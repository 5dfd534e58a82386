import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tables } from '#request/tables/tables.ts'
import { assertLockOrder, lockOrder } from './locks.ts'

const transaction = () => ({ isTransaction: true }) as Kysely<Tables>

describe('the order of locks', () => {
  test('permits each lock after those before it, and again', () => {
    const db = transaction()
    for (const lock of lockOrder) {
      assertLockOrder(db, lock)
      assertLockOrder(db, lock)
    }
  })

  test('refuses a lock after a later one, in the same transaction only', () => {
    const db = transaction()
    assertLockOrder(db, 'metric templates')
    expect(() => assertLockOrder(db, 'other tenants')).toThrow(
      'The lock "other tenants" comes before "metric templates", which this transaction has taken.',
    )
    expect(() => assertLockOrder(transaction(), 'other tenants')).not.toThrow()
  })
})
