// What a change request means for boxes and reports, for the people who read its preview.
import { isDeepStrictEqual } from 'node:util'
import type { OperationEffects } from '@quatrain/contract/change-requests/change-request.ts'
import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import {
  type CheckSources,
  changedChecks,
  checkEffects,
  readCheckSources,
} from '#features/effective-check/check-changes.reads.ts'
import { previewScope } from '#features/reports/report-scope.reads.ts'
import { type TopologyReads, unlessTooLong } from '#features/topology/topology.reads.ts'
import { type Part, type Rehearsed, rehearse } from '#kit/two-stores/write-together.ts'
import type { Context } from '#request/context/context.ts'

/** More reports are not looked at: each takes a call of the Web API. */
const maxReports = 20

/** The effects of all parts, with warnings, and what they mean for boxes and reports; that of the catalogue is not known yet. */
export async function rehearseWithOperation(ctx: Context, topology: TopologyReads, parts: readonly Part[]) {
  const checks: { before?: CheckSources; after?: CheckSources } = {}
  const rehearsed = await rehearse(ctx, parts, {
    hasWarnings: true,
    observe: async (ctx, at) => {
      if (ctx.tenant.deployment !== 'super') checks[at] = await readCheckSources(ctx)
    },
  })
  const { before, after } = checks
  return {
    rehearsed,
    operation: before && after && (await operationEffects(ctx, topology, rehearsed, { before, after })),
  }
}

/** `checks` has what checks are made of before the writes and after them. Reads the topology only if they differ. */
async function operationEffects(
  ctx: Context,
  topology: TopologyReads,
  rehearsed: readonly Rehearsed[],
  checks: { readonly before: CheckSources; readonly after: CheckSources },
): Promise<OperationEffects> {
  const problems = new Set<string>()
  const unlessFailed = <Result>(read: () => Promise<Result>) =>
    read().catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error
      problems.add(error.message)
    })
  const changed = changedChecks(checks.before, checks.after)
  const endpoints =
    changed.length === 0 ? [] : await unlessFailed(() => unlessTooLong(() => topology.endpoints(ctx, {})))
  if (endpoints === 'too long')
    problems.add(
      'Which checks boxes start or stop is not known: the topology has too many endpoints to be read at once.',
    )
  if (endpoints === 'missing')
    problems.add('Which checks boxes start or stop is not known: there is no topology of today.')
  const reportChanges = rehearsed.flatMap((tried) =>
    'effects' in tried ? tried.effects.changes.filter(({ kind }) => kind === reports.kind) : [],
  )
  if (reportChanges.length > maxReports) problems.add(`Only the first ${maxReports} reports were compared.`)
  const scopes = await Promise.all(
    reportChanges.slice(0, maxReports).map((change) => unlessFailed(() => scopeOfReport(ctx, change))),
  )
  return {
    checks: Array.isArray(endpoints) ? checkEffects(changed, endpoints) : null,
    reports: scopes.filter((scope) => scope !== undefined),
    unknown: [...problems].join(' '),
  }
}

/** The numbers of endpoints that a report covers; undefined if they stay the same, or the Web API has no topology. */
async function scopeOfReport({ webApi }: Context, { name, before, after }: AffectedObject) {
  const [former, next] = [before, after].map((stored) => scopeFields.safeParse(stored).data)
  if (isDeepStrictEqual(former, next)) return undefined
  const covered = async (fields: typeof former) => {
    if (!fields) return null
    const preview = await previewScope(webApi, fields)
    return preview.state === 'previewed' ? preview.scope.endpoints.covered : undefined
  }
  const [formerCount, nextCount] = await Promise.all([covered(former), covered(next)])
  if (formerCount === undefined || nextCount === undefined || formerCount === nextCount) return undefined
  return { name, before: formerCount, after: nextCount }
}

const scopeFields = reports.document.pick({ topology_types: true, filter_tags: true })
