import { countJobs, type JobCounts } from '#features/roll-out/roll-out.reads.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Seconds for which a due job may wait. */
const startedWithin = 900

/** Whether tenants follow the changes of the catalogue. `everyTenant` spans tenants. */
export const checkRollOuts = async (everyTenant: Db, now: Date): Promise<Finding[]> =>
  rollOutFindings(await countJobs(everyTenant, now))

export function rollOutFindings({ oldest, done, ...open }: JobCounts): Finding[] {
  const states = Object.entries(open).filter(([, count]) => count > 0)
  if (states.length === 0) return [ok('Every tenant has followed every change of the catalogue.')]
  const total = states.reduce((sum, [, count]) => sum + count, done)
  const inWords = [...states, ['done', done] as const].map(([state, count]) => `${count} ${state}`).join(', ')
  const text = `Jobs of roll-outs: ${inWords}, of ${total}.`
  const see = 'The page Roll-outs shows them.'
  if (open.refused > 0) return [warning(`${text} Refused ones need somebody to remove their reason. ${see}`)]
  if (oldest > startedWithin)
    return [
      warning(`${text} One has been due for ${Math.floor(oldest / 60)} minutes: see the log of the console. ${see}`),
    ]
  return [ok(`${text} ${see}`)]
}
