import type { Notices } from '@quatrain/contract/kit/notices.ts'
import {
  candidateStatuses,
  probeCandidateStatuses,
  probeCandidates,
} from '@quatrain/contract/resources/probe-candidate.ts'
import type { FastifyInstance } from 'fastify'
import type { Mailing } from '#clients/mail/mailer.ts'
import { serve } from '#kit/http/serve.ts'
import type { Deliver, Done } from '#kit/intents/deliveries.ts'
import { registerRecovery } from '#kit/kinds/kinds.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { idOf } from '#kit/versions/history.ts'
import { candidateMail, recoverCandidateMail } from './candidate-mailing.ts'
import { find, findAll, type StoredCandidate } from './probe-candidates.repository.ts'
import { changeProbeCandidate, deleteProbeCandidate } from './probe-candidates.service.ts'

interface Dependencies {
  readonly mailing: Mailing
  readonly deliver: Deliver
}

export async function probeCandidatesRoutes(app: FastifyInstance, { mailing, deliver }: Dependencies) {
  const recover = recoverCandidateMail(mailing)
  registerRecovery(app, probeCandidates, recover, { intent: candidateMail, recipient: 'submitter' })
  serveResource(app, probeCandidates, {
    list: (ctx) => findAll(ctx.db),
    get: (ctx, key) => find(ctx.db, idOf(key)),
    change: async (ctx, input) => mailed(deliver, await changeProbeCandidate(ctx, input, mailing)),
    remove: (ctx, key) => deleteProbeCandidate(ctx, idOf(key)),
  })
  serve(app, probeCandidateStatuses, async () => candidateStatuses.toSorted())
}

/** The change is stored whether or not the mail is sent. */
async function mailed(
  deliver: Deliver,
  { saved, deliveries }: Done<StoredCandidate & Notices>,
): Promise<StoredCandidate & Notices> {
  if (deliveries.length === 0) return saved
  const [failed] = await deliver(deliveries)
  if (!failed) return { ...saved, mailed: [...saved.mailed, saved.status] }
  const { info: _, ...stored } = saved
  const warning = `Probe candidate has been successfully modified, but the email was not sent: ${failed.reason}`
  return { ...stored, warning }
}
