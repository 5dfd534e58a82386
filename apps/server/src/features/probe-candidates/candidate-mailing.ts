import { type CandidateStatus, candidateStatuses } from '@quatrain/contract/resources/probe-candidate.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { type Mailing, MailRefused } from '#clients/mail/mailer.ts'
import { again, type Delivery } from '#kit/intents/deliveries.ts'
import { closeIntent, dropIntent } from '#kit/intents/intents.ts'
import { Abandoned, type Recover } from '#kit/intents/recovery.ts'
import type { Context } from '#request/context/context.ts'
import { mailAbout } from './candidate-mails.ts'
import * as repository from './probe-candidates.repository.ts'

/** The kind of the intents for mails to submitters. */
export const candidateMail = 'probecandidatemail'

export const noMailServer = 'no mail server is set (QUATRAIN_SMTP_URL).'

export const mailDelivery = (
  { tenant: { id, name } }: Context,
  candidate: { readonly id: number; readonly status: CandidateStatus },
): Delivery => ({ tenant: { id, name }, kind: candidateMail, key: `${candidate.id} ${candidate.status}` })

/**
 * Sends the mail about a candidate's status, unless it was sent or the status has changed. A mail that is refused
 * permanently is dropped; other failures are retried. A mail is sent twice only if the process dies between sending and
 * recording it.
 */
export const recoverCandidateMail =
  ({ mailer, words }: Mailing): Recover =>
  async (ctx, intent, hold) => {
    const [id, status] = partsOf(intent.key)
    const candidate = await repository.findIfThere(ctx.db, id)
    if (!candidate || candidate.status !== status || candidate.mailed.includes(status)) return closeIntent(ctx, intent)
    if (!mailer) {
      await dropIntent(ctx, intent)
      throw new Abandoned(noMailServer)
    }
    await hold()
    try {
      await mailer.send(mailAbout(candidate, ctx.tenant.name, words))
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      if (!error.isFinal)
        throw new AppError('unavailable', `${error.message.replace(/\.?$/, '.')} ${again}`, { cause: error })
      await dropIntent(ctx, intent)
      throw new Abandoned(error.message, error)
    }
    // The mail is marked at once, without asking who owns the intent now: the owner checks this before sending again.
    await repository.markMailed(ctx.db, id, status)
    await closeIntent(ctx, intent)
  }

function partsOf(key: string): [number, CandidateStatus] {
  const [id = '', name] = key.split(' ')
  const status = candidateStatuses.find((status) => status === name)
  if (!status) throw new Error(`There is no mail ${key}.`)
  return [Number(id), status]
}
