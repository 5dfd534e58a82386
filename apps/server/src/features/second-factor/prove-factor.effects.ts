// What logins need of second factors.
import type { PasskeyProof } from '@quatrain/contract/accounts/passkeys.ts'
import type { RequiredFactor } from '@quatrain/contract/accounts/session.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { NamedUser } from '#request/sessions/logged-in-user.ts'
import { openAppSecret } from './app-secret.ts'
import { stepOf } from './one-time-code.ts'
import { challengeIn, newChallenge, requestOf, siteAt, verifyProof } from './passkey-messages.ts'
import { countSignature, findPasskeys, storeChallenge, takeChallenge } from './passkeys.repository.ts'
import * as repository from './second-factor.repository.ts'

/** What a user has proved besides the password; `none` if nothing is required. */
type Proved = 'none' | 'app' | 'recovery-code' | 'passkey'

/** The factor that a user has proved; or what the answer asks for, if one is required and none was given. */
type Result =
  | { readonly proved: Proved; readonly requirement?: undefined }
  | {
      readonly proved?: undefined
      readonly requirement: { readonly detail: string; readonly second_factor: RequiredFactor }
    }

interface Proving {
  readonly ctx: Context
  readonly secrets: Secrets
  readonly user: NamedUser
  /** Known only to the browser or the session that proves. Called if the user has passkeys. */
  readonly secret: () => string
}

interface ProofInput {
  readonly code?: string | undefined
  readonly passkey?: PasskeyProof | undefined
}

/**
 * Checks the second factor of a user whose password was right. Each code and each challenge is accepted once. Refusals
 * are recorded. Throws `invalid_input` and, after many wrong codes, `too_many_attempts`.
 */
export async function proveFactor(proving: Proving, { code, passkey }: ProofInput): Promise<Result> {
  const { ctx, user } = proving
  const app = await repository.findConfirmedApp(ctx.db, user.id)
  const passkeys = await findPasskeys(ctx.db, user.id)
  if (!app && passkeys.length === 0) return { proved: 'none' }
  if (passkey !== undefined) return { proved: await provePasskey(proving, passkeys, passkey) }
  if (code !== undefined) return { proved: await proveCode(proving, app?.sealed, code) }
  const second_factor = {
    app: app !== undefined,
    ...(passkeys.length > 0 && { passkey: await requestPasskey(proving, passkeys) }),
  }
  return { requirement: { detail: 'Prove with your second factor that it is you.', second_factor } }
}

type Passkeys = Awaited<ReturnType<typeof findPasskeys>>

const siteOf = ({ origin, tenant }: Context) => siteAt(origin.site ?? '', tenant.name)

const bound = ({ user, secret }: Proving) => ({ userId: user.id, purpose: 'prove', secret: secret() }) as const

async function requestPasskey(proving: Proving, passkeys: Passkeys) {
  const { ctx } = proving
  const challenge = newChallenge()
  await storeChallenge(ctx.db, bound(proving), challenge, ctx.now())
  return requestOf(siteOf(ctx), challenge, passkeys)
}

async function provePasskey(proving: Proving, passkeys: Passkeys, proof: PasskeyProof): Promise<'passkey'> {
  const { ctx, user } = proving
  const challenge = challengeIn(proof.client_data)
  const isAsked = await takeChallenge(ctx.db, bound(proving), challenge, ctx.now())
  const passkey = passkeys.find(({ credentialId }) => credentialId === proof.credential_id)
  if (isAsked && passkey) {
    const signatures = await verifyProof(siteOf(ctx), challenge, proof, passkey).catch(() => undefined)
    if (signatures !== undefined && (await countSignature(ctx.db, passkey.id, signatures, ctx.now()))) return 'passkey'
  }
  await recordWrong(ctx, user, 'wrong passkey')
  throw invalidInput({ passkey: 'The passkey was not accepted. Try again, or use another factor' })
}

async function proveCode(
  { ctx, secrets, user }: Proving,
  sealed: string | undefined,
  code: string,
): Promise<'app' | 'recovery-code'> {
  if (!(await repository.countCode(ctx.db, user.id, ctx.now()))) {
    throw new AppError(
      'too_many_attempts',
      `Too many wrong codes. Try again in ${repository.pauseMinutes} minutes, or ask an administrator to reset your second factor.`,
    )
  }
  if (code.length !== 6) {
    if (await repository.takeRecoveryCode(ctx.db, user.id, code)) return 'recovery-code'
  } else if (sealed !== undefined) {
    const step = stepOf(openAppSecret(ctx, secrets, user, sealed), code, ctx.now())
    if (step !== undefined && (await repository.acceptStep(ctx.db, user.id, step))) return 'app'
  }
  await recordWrong(ctx, user, 'wrong code')
  throw invalidInput({ code: 'Wrong code, or a code that was used before' })
}

const recordWrong = (ctx: Context, { id, username: name }: NamedUser, factor: string) =>
  recordEvent(ctx, { action: 'refuse', kind: 'user', id, name, after: { factor } })
