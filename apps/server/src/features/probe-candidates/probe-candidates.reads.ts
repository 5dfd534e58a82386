// What others may ask of probe candidates. Each function answers one question.
import type { CandidateStatus } from '@quatrain/contract/resources/probe-candidate.ts'
import type { Context } from '#request/context.ts'
import { localTimeOf } from './local-time.ts'

/** What is a mail to a submitter called that is still to be sent? */
export const candidateMail = 'probecandidatemail'

interface WatchedCandidate {
  readonly name: string
  readonly status: CandidateStatus
  readonly created: string
  readonly last_update: string
}

/** How far has each candidate come? By name, those of one name in the order in which they came. */
export async function candidatesForMachines(ctx: Context): Promise<WatchedCandidate[]> {
  const rows = await ctx.db
    .selectFrom('probe_candidates')
    .select(['name', 'status', 'created', 'last_update'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ name, status, created, last_update }) => {
    return { name, status, created: localTimeOf(created), last_update: localTimeOf(last_update) }
  })
}

/** How many candidates has nobody looked at yet? */
export async function submittedCandidateCount({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('probe_candidates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'submitted')
    .executeTakeFirstOrThrow()
  return Number(count)
}
