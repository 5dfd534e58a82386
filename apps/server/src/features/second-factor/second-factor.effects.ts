// What logins and the rotation of the server's secret need of second factors.
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import { recordEvent, recordEvents } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context.ts'
import type { Secrets } from '#request/secrets.ts'
import { isSealedNow, openSecret, sealSecret } from './app-secret.ts'
import { stepOf } from './one-time-code.ts'
import * as repository from './second-factor.repository.ts'

interface Person {
  readonly id: number
  readonly username: string
}

/** Which factor a user has proved besides the password; `missing` if one is required and none was given. */
export type ProvedFactor = 'none' | 'missing' | 'app' | 'recovery-code'

/** The answer to a right password without the code that is required. */
export const codeRequired = { detail: 'Enter the code of your authenticator app.', second_factor: 'required' } as const

/**
 * Checks the code of a user whose password was right. Each code is accepted once. Wrong codes are recorded. Throws
 * `invalid_input` and, after many wrong codes, `too_many_attempts`.
 */
export async function proveFactor(
  ctx: Context,
  secrets: Secrets,
  person: Person,
  code: string | undefined,
): Promise<ProvedFactor> {
  const app = await repository.findApp(ctx.db, person.id)
  if (!app?.confirmedAt) return 'none'
  if (code === undefined) return 'missing'
  if (!(await repository.countCode(ctx.db, person.id, ctx.now()))) {
    throw new AppError(
      'too_many_attempts',
      `Too many wrong codes. Try again in ${repository.pauseMinutes} minutes, or ask an administrator to reset your second factor.`,
    )
  }
  if (code.length !== 6) {
    if (await repository.takeRecoveryCode(ctx.db, person.id, code)) return 'recovery-code'
  } else {
    const owner = { tenantId: ctx.tenant.id, userId: person.id, username: person.username }
    const step = stepOf(openSecret(secrets, owner, app.sealed), code, ctx.now())
    if (step !== undefined && (await repository.acceptStep(ctx.db, person.id, step))) return 'app'
  }
  const { id, username: name } = person
  const after = { factor: 'wrong code', device: ctx.origin.device ?? '' }
  await recordEvent(ctx, { action: 'refuse', kind: 'user', id, name, after })
  throw invalidInput({ code: 'Wrong code, or a code that was used before' })
}

/**
 * Seals the secret of every app with the current secret of the server, in the transaction of `ctx`, which sees every tenant.
 * Returns the tenants of those that were sealed again, and the number of unchanged ones. Throws `internal` if one cannot be opened.
 */
export async function resealAppSecrets(ctx: Context, secrets: Secrets) {
  const apps = await repository.findAllApps(ctx.db)
  const stale = apps.filter((app) => !isSealedNow(secrets, app, app.sealed))
  for (const app of stale) {
    await repository.storeSecret(ctx.db, app, sealSecret(secrets, app, openSecret(secrets, app, app.sealed)))
  }
  await recordEvents(
    ctx,
    stale.map(({ tenantId, userId: id, username: name }) => ({
      ...{ action: 'reseal' as const, kind: 'user', tenantId, id, name },
    })),
  )
  return { resealed: stale.map(({ tenantId }) => tenantId), unchanged: apps.length - stale.length }
}
