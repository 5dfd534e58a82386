import { type SignOnTest, signOnTest } from '@quatrain/contract/sign-on/sign-on.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { signOnSeconds } from '#request/sessions/cookies.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

interface Test {
  readonly id: string
  readonly providerId: number
  readonly testedBy: string
}

const expiredAt = (now: Date) => new Date(now.getTime() - signOnSeconds * 1000)

/** Stores what arrived in a test sign-on, and removes expired tests. */
export async function insertTest(db: Db, { id, providerId, testedBy }: Test, result: SignOnTest, now: Date) {
  await db.deleteFrom('sign_on_tests').where('arrived_at', '<=', expiredAt(now)).execute()
  const values = { id, provider_id: providerId, tested_by: testedBy, result: JSON.stringify(result), arrived_at: now }
  await db.insertInto('sign_on_tests').values(values).execute()
}

/** Throws `not_found`, also for the test of another user. */
export async function findTest(db: Db, { id, providerId, testedBy }: Test, now: Date): Promise<SignOnTest> {
  const row = await db
    .selectFrom('sign_on_tests')
    .select('result')
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .where('tested_by', '=', testedBy)
    .where('arrived_at', '>', expiredAt(now))
    .executeTakeFirst()
  if (!row) throw notFound('Test sign-in')
  return signOnTest.parse(row.result)
}
