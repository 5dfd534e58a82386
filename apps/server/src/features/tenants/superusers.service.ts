import { blankUser, users } from '@quatrain/contract/resources/user.ts'
import { fromDatabase } from '@quatrain/platform/database/failures.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import { record } from '#kit/recording/recorder.ts'
import { findTenants } from '#request/tenancy/tenancy.ts'
import { contextIn, type Operator } from './operator.ts'
import { findUserInOtherCase, insertUser } from './tenants.repository.ts'
import { tenantNamed } from './tenants.service.ts'

export interface NewSuperuser {
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string
}

const username = /^[A-Za-z0-9@.+_-]{1,30}$/

/** Adds a user with all rights in a tenant. Throws `already_exists`. */
export async function addSuperuser(operator: Operator, tenantName: string, superuser: NewSuperuser): Promise<void> {
  if (!username.test(superuser.username)) {
    throw invalidInput({ username: 'Must be 1 to 30 letters, digits and characters of @ . + - _' })
  }
  const { tenancy, now } = operator
  const tenant = tenantNamed(await findTenants(tenancy.everyTenant), tenantName)
  const { email, firstName: first_name, lastName: last_name, passwordHash: password_hash } = superuser
  const user = { username: superuser.username, email, first_name, last_name, is_superuser: true, is_active: true }
  const nameTaken = (name: string) => new AppError('already_exists', `${tenantName} already has a user ${name}.`)
  await tenancy
    .of(tenant)
    .transaction()
    .execute(async (db) => {
      const twin = await findUserInOtherCase(db, superuser.username)
      if (twin !== undefined) throw nameTaken(twin)
      const { id } = await insertUser(db, { ...user, password_hash, date_joined: now() })
      await record(contextIn(operator, tenant, db), [
        { kind: users.kind, id, name: user.username, after: { ...blankUser, ...user } },
      ])
    })
    .catch((error: unknown) => {
      throw fromDatabase(error, { users_username_key: () => nameTaken(superuser.username) })
    })
}
