import { randomBytes } from 'node:crypto'
import { inUse } from '@quatrain/platform/errors.ts'
import { Secret } from 'otpauth'
import { recordEvent } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context/context.ts'
import type { NamedUser } from '#request/sessions/logged-in-user.ts'
import type { Sessions } from '#request/sessions/sessions.ts'
import { findPasskeys } from './passkeys.repository.ts'
import {
  countRecoveryCodes,
  findConfirmedApp,
  lockUser,
  removeRecoveryCodes,
  replaceRecoveryCodes,
} from './second-factor.repository.ts'
import { isRequiredOf } from './second-factor-rule.repository.ts'

/** One factor of a user. */
interface Factor {
  readonly factor: 'app' | 'passkey'
  readonly name?: string
}

/** The number of factors besides the password, without recovery codes. */
export async function countFactors(ctx: Context, { id }: NamedUser): Promise<number> {
  const app = await findConfirmedApp(ctx.db, id)
  return (app ? 1 : 0) + (await findPasskeys(ctx.db, id)).length
}

/**
 * Records a new factor, in its transaction; sessions that waited for one go on. Returns recovery codes for a user who has
 * none. Forget the sessions afterwards.
 */
export async function afterAdding(
  ctx: Context,
  sessions: Sessions,
  user: NamedUser,
  factor: Factor,
): Promise<string[]> {
  await sessions.admitAllOf(ctx.db, user.id)
  await recordOn(ctx, user, 'set-factor', factor)
  return (await countRecoveryCodes(ctx.db, user.id)) > 0 ? [] : replaceCodes(ctx, user)
}

/**
 * Records a removed factor, in its transaction. Without another one, the recovery codes end. Throws `in_use` if one is
 * required of the user.
 */
export async function afterRemoving(ctx: Context, user: NamedUser, factor: Factor): Promise<void> {
  // The lock makes the second of two removals at the same time see the first one.
  await lockUser(ctx.db, user.id)
  const remainingFactors = await countFactors(ctx, user)
  if (remainingFactors === 0) {
    if (await isRequiredOf(ctx.db, user.id)) throw inUse('A second factor is required of you. Add another one first.')
    await removeRecoveryCodes(ctx.db, user.id)
  }
  await recordOn(ctx, user, 'remove-factor', { ...factor, left: remainingFactors })
}

/** Returns new recovery codes, which replace the former ones. */
export async function replaceCodes(ctx: Context, { id }: NamedUser): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(ctx.db, id, codes)
  return codes.map(readable)
}

export const recordOn = (
  ctx: Context,
  { id, username }: NamedUser,
  action: 'set-factor' | 'remove-factor' | 'renew-codes',
  more: Partial<Factor> & { readonly ended?: number; readonly left?: number } = {},
) => recordEvent(ctx, { action, kind: 'user', id, name: username, after: more })

const count = 10
const bytes = 10

/** 80 random bits each, so their hashes need no salt. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () => new Secret({ buffer: new Uint8Array(randomBytes(bytes)).buffer }).base32)

/** Returns the code as people copy it: `ABCD-EFGH-IJKL-MNOP`. */
const readable = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code
