import type { Notices } from '@quatrain/contract/kit/notices.ts'
import {
  candidateStatuses,
  type ProbeCandidate,
  type ProbeCandidateInput,
  probeCandidates,
} from '@quatrain/contract/resources/probe-candidate.ts'
import { candidateProblems } from '@quatrain/contract/resources/probe-candidate-rules.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import type { Mailing } from '#clients/mail/mailer.ts'
import { assertFresh, authorize } from '#kit/http/authorize.ts'
import { type Done, enqueue } from '#kit/intents/deliveries.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import { mailDelivery, noMailServer } from './candidate-mailing.ts'
import { subjectOf } from './candidate-mails.ts'
import type { StoredCandidate } from './probe-candidates.repository.ts'
import * as repository from './probe-candidates.repository.ts'
import type { Submission } from './submission.ts'

const recorded = recordedKind(probeCandidates, { nameOf: ({ name }) => name })

/** Every owner of a key may submit: the machine API has checked the key. */
export const submitProbeCandidate = (ctx: Context, submission: Submission): Promise<Done<StoredCandidate>> =>
  inTransaction(ctx, async (ctx) => {
    const after = await repository.insert(ctx.db, submission, ctx.now())
    await record(ctx, [{ ...recorded.added(after.id, after), comment: () => `Submitted by ${after.contact}.` }])
    return { saved: after, deliveries: await enqueue(ctx, [mailDelivery(ctx, after)]) }
  })

/** The submitter is notified once of every status but the first; the mail is sent after the change is stored. */
export const changeProbeCandidate = (ctx: Context, { id, contact, ...input }: ProbeCandidateInput, mailing: Mailing) =>
  inTransaction(ctx, async (ctx): Promise<Done<StoredCandidate & Notices>> => {
    authorize(ctx, 'change', probeCandidates)
    const storedCandidate = await repository.findForUpdate(ctx.db, id, 'Probe candidate not found')
    assertFresh(ctx, 'The probe candidate', storedCandidate)
    if (contact !== undefined && contact !== storedCandidate.contact) {
      throw invalidInput({ contact: 'The submitter has set it: it cannot be changed' })
    }
    const values = { ...input, status: statusOf(input) }
    assertRules(values)
    const after = await repository.update(ctx.db, storedCandidate, values, ctx.now())
    await record(ctx, [recorded.changed(ctx, storedCandidate, after)])
    const mustBeNotified = after.status !== 'submitted' && !after.mailed.includes(after.status)
    return {
      saved: { ...after, ...(mustBeNotified ? aboutMail(after, mailing) : aboutNoMail(ctx, storedCandidate, after)) },
      deliveries: mustBeNotified ? await enqueue(ctx, [mailDelivery(ctx, after)]) : [],
    }
  })

export const deleteProbeCandidate = (ctx: Context, id: number): Promise<Notices> =>
  inTransaction(ctx, async (ctx) => {
    authorize(ctx, 'delete', probeCandidates)
    const storedCandidate = await repository.findForUpdate(ctx.db, id, 'Probe candidate does not exist')
    assertFresh(ctx, 'The probe candidate', storedCandidate)
    await repository.remove(ctx.db, storedCandidate)
    await record(ctx, [recorded.removed(storedCandidate)])
    return {}
  })

function statusOf({ status: submitted }: Pick<ProbeCandidateInput, 'status'>) {
  const status = candidateStatuses.find((status) => status === submitted)
  if (!status && submitted.trim() !== '') throw new AppError('not_found', 'Probe candidate status not found')
  // A blank field is refused with the other missing ones.
  return status ?? ('' as never)
}

function assertRules(values: Omit<ProbeCandidateInput, 'id' | 'contact'>): void {
  const problems = candidateProblems(values)
  const [first] = problems
  if (!first) return
  const fields = Object.fromEntries(problems.map(({ field, message }) => [field, message]))
  throw new AppError('invalid_input', first.detail, { fields })
}

/** A notice before the change, and after it when the mail was sent. */
function aboutMail({ status, contact }: ProbeCandidate, { mailer, words }: Mailing): Notices {
  if (!mailer) return { warning: `The submitter is not notified: ${noMailServer}` }
  return { info: `Mail to ${contact}: ${subjectOf(status, words)}. A mail cannot be recalled.` }
}

/** Bringing back an earlier status does not bring back the mail about the later one. */
function aboutNoMail(ctx: Context, before: ProbeCandidate, after: ProbeCandidate): Notices {
  const isReverted = ctx.write.restoredFrom !== undefined && before.status !== after.status
  if (isReverted && before.mailed.includes(before.status)) {
    return { info: `A mail about '${before.status}' was sent to the submitter; it cannot be recalled.` }
  }
  if (before.status !== after.status && after.status !== 'submitted') {
    return { info: `The submitter was already notified of '${after.status}'; no mail is sent.` }
  }
  return {}
}
