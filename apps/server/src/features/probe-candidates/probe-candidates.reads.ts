// Queries on probe candidates for other features.
import type { CandidateStatus } from '@quatrain/contract/resources/probe-candidate.ts'
import type { Context } from '#request/context/context.ts'

interface WatchedCandidate {
  readonly name: string
  readonly status: CandidateStatus
  readonly created: string
  readonly last_update: string
}

/** The status of each candidate, by name, then by age. */
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

/** The number of candidates that have not been reviewed. */
export async function submittedCandidateCount({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('probe_candidates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'submitted')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** `YYYY-MM-DD HH:MM:SS` in the time zone of this process, as its operator has set it (`TZ`). */
function localTimeOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [String(moment.getFullYear()).padStart(4, '0'), two(moment.getMonth() + 1), two(moment.getDate())]
  return `${day.join('-')} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')}`
}
