import type { SecondFactorRule } from '@quatrain/contract/accounts/second-factor-rule.ts'
import { rowIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { assertLockOrder } from '#request/tenancy/locks.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { hasPasswordOnly } from './password-only.reads.ts'

type RequiredOf = SecondFactorRule['required_of']

export async function isRequiredOf(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from users join second_factor_rules as rule using (tenant_id)
    where users.id = ${userId} and (rule.required_of = 'everybody' or rule.required_of = 'superusers' and users.is_superuser)
  `.execute(db)
  return rows.length > 0
}

/** The number of users that are named; the others are counted. */
const maxNamed = 50

/** The rule, and who has no second factor. One statement. */
export const findRule = (db: Db) =>
  rowIn(db)<SecondFactorRule>`
    with exposed as (
      select username, is_superuser, row_number() over (partition by is_superuser order by username) as position
      from users
      where ${hasPasswordOnly}
    )
    select coalesce((select required_of from second_factor_rules), 'nobody') as required_of,
      json_build_object('superusers', ${peopleIn('is_superuser')}, 'others', ${peopleIn('not is_superuser')}) as without`

const peopleIn = (condition: 'is_superuser' | 'not is_superuser') => sql`(
  select json_build_object('count', count(*)::integer,
    'first', coalesce(json_agg(username order by position) filter (where position <= ${maxNamed}), '[]'))
  from exposed where ${sql.raw(condition)})`

export async function storeRule(db: Db, requiredOf: RequiredOf): Promise<void> {
  await db
    .insertInto('second_factor_rules')
    .values({ required_of: requiredOf })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ required_of: requiredOf }))
    .execute()
}

/** Makes other changes of the rule of this tenant wait until the end of the transaction. */
export async function lockRule(db: Db): Promise<void> {
  assertLockOrder(db, 'second factor rule')
  await sql`select pg_advisory_xact_lock(hashtext('second factor rule'), current_tenant())`.execute(db)
}
