import { type CandidateStatus, probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { describeChange } from '#kit/recording/describe-change.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { DemoTenant } from './data.ts'
import { insertHistory } from './history.ts'

/** Reviewers of candidates are superusers; every tenant has this one. */
const judge = 'admin'

/** The statuses of a candidate that its submitter was notified of. */
const wayTo: Readonly<Record<CandidateStatus, readonly CandidateStatus[]>> = {
  submitted: ['submitted'],
  processing: ['submitted', 'processing'],
  testing: ['submitted', 'processing', 'testing'],
  deployed: ['submitted', 'processing', 'testing', 'deployed'],
  rejected: ['submitted', 'rejected'],
}

type DemoCandidate = DemoTenant['probe_candidates'][number]

/** Adds a tenant's candidates, as submitted and as they are now, in a fixed number of statements. */
export async function loadProbeCandidates(db: Db, candidates: readonly DemoCandidate[]): Promise<void> {
  if (candidates.length === 0) return
  const inOrderOfTime = candidates.toSorted((a, b) => a.created.getTime() - b.created.getTime())
  const rows = await db
    .insertInto('probe_candidates')
    .values(inOrderOfTime.map((candidate) => ({ ...candidate, mailed: [...wayTo[candidate.status]] })))
    .returning('id')
    .execute()
  const entries = inOrderOfTime
    .flatMap((candidate, place) => statesOf(candidate, rows[place]?.id ?? 0))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  await insertHistory(db, entries)
}

/** The submission, and the last review if there is one. */
function statesOf(candidate: DemoCandidate, id: number) {
  const { created, last_update, ...now } = candidate
  const atFirst = {
    status: 'submitted',
    service_type: '',
    devel_url: '',
    production_url: '',
    rejection_reason: '',
  } as const
  const { document } = probeCandidates
  const [first, last] = [document.parse({ ...now, ...atFirst }), document.parse(now)]
  const shared = { kind: probeCandidates.kind, object_id: id, name: candidate.name }
  const submitted = { ...shared, number: 1, author: '', at: created, before: undefined, document: first }
  const comment = `Submitted by ${candidate.contact}.`
  if (candidate.status === 'submitted') return [{ ...submitted, comment }]
  const judged = { ...shared, number: 2, author: judge, at: last_update, before: first, document: last }
  return [
    { ...submitted, comment },
    { ...judged, comment: describeChange(probeCandidates.compared, first, last) },
  ]
}
