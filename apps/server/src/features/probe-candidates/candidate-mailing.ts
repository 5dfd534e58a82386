import { type CandidateStatus, candidateStatuses } from '@quatrain/contract/resources/probe-candidate.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { type Mailer, MailRefused } from '#gateways/mail/mailer.ts'
import { again, type Delivery } from '#kit/two-stores/deliveries.ts'
import { closeIntent, dropIntent } from '#kit/two-stores/intents.ts'
import { GivenUp, type Recover } from '#kit/two-stores/recovery.ts'
import type { Context } from '#request/context.ts'
import { type MailWords, mailAbout } from './candidate-mails.ts'
import { candidateMail } from './probe-candidates.reads.ts'
import * as repository from './probe-candidates.repository.ts'

/** How submitters are written to. */
export interface Mailing {
  /** Nothing where no mail server is set. */
  readonly mailer: Mailer | undefined
  readonly words: MailWords
}

export const noMailServer = 'no mail server is set (QUATRAIN_SMTP_URL).'

export const mailDelivery = (
  { tenant: { id, name } }: Context,
  candidate: { readonly id: number; readonly status: CandidateStatus },
): Delivery => ({ tenant: { id, name }, kind: candidateMail, key: `${candidate.id} ${candidate.status}` })

/**
 * Writes to a submitter about the status of their candidate, unless they know or it has another one by now. What the mail
 * server refuses for good is given up; anything else is tried again. Only a process that dies between the mail and the
 * note of it lets the mail go twice.
 */
export const recoverCandidateMail =
  ({ mailer, words }: Mailing): Recover =>
  async (ctx, intent, hold) => {
    const [id, status] = partsOf(intent.key)
    const candidate = await repository.findIfThere(ctx.db, id)
    if (!candidate || candidate.status !== status || candidate.mailed.includes(status)) return closeIntent(ctx, intent)
    if (!mailer) {
      await dropIntent(ctx, intent)
      throw new GivenUp(noMailServer)
    }
    await hold()
    try {
      await mailer.send(mailAbout(candidate, ctx.tenant.name, words))
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      if (!error.isFinal)
        throw new AppError('unavailable', `${error.message.replace(/\.?$/, '.')} ${again}`, { cause: error })
      await dropIntent(ctx, intent)
      throw new GivenUp(error.message, error)
    }
    // At once, whoever holds the intent by now: they look here before they send it again.
    await repository.markMailed(ctx.db, id, status)
    await closeIntent(ctx, intent)
  }

function partsOf(key: string): [number, CandidateStatus] {
  const [id = '', name] = key.split(' ')
  const status = candidateStatuses.find((status) => status === name)
  if (!status) throw new Error(`There is no mail ${key}.`)
  return [Number(id), status]
}
