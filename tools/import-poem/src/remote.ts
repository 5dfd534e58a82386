import { webApiOf } from '@quatrain/server/clients/web-api/web-api.ts'
import { aggregationProfileKind } from '@quatrain/server/features/aggregation-profiles/aggregation-profiles.kind.ts'
import { metricProfileKind } from '@quatrain/server/features/metric-profiles/metric-profiles.kind.ts'
import { reportKind } from '@quatrain/server/features/reports/reports.kind.ts'
import { thresholdsProfileKind } from '@quatrain/server/features/thresholds-profiles/thresholds-profiles.kind.ts'
import type { Context } from '@quatrain/server/request/context/context.ts'
import { textOf } from './decode.ts'
import type { SourceSchema } from './source.ts'

/** What the Web API has of a tenant. */
export type Remote = Awaited<ReturnType<typeof listsOf>>

/** Milliseconds for one list of the Web API. */
const timeout = 60_000

/** The Web API of the other system, and keys by tenant that replace those of that system. */
export interface RemoteAccess {
  readonly url: string
  readonly keys: ReadonlyMap<string, string>
}

/** The kinds of objects whose content is there. */
const kinds = ['metricProfile', 'aggregation', 'thresholdsProfile', 'report'] as const satisfies (keyof Remote)[]

/**
 * Reads the profiles and reports of a tenant with its key for the Web API. Throws an error that names the key if there is none that
 * is in use: an old history is no replacement for the content. Undefined if the tenant has none of them and they cannot be read.
 */
export async function readRemote(
  { url, keys }: RemoteAccess,
  shared: SourceSchema,
  { source, tenant }: { readonly source: SourceSchema; readonly tenant: string },
): Promise<Remote | undefined> {
  const read = async () => {
    const key = keys.get(tenant) ?? keyOf(shared, tenant)
    return listsOf({ webApi: webApiOf(async () => ({ url, timeout, key })) })
  }
  // What only the Web API has is named, but nothing depends on it.
  const isEmpty = kinds.every((kind) => source.rowsOf(kind).length === 0)
  return isEmpty ? read().catch(() => undefined) : read()
}

async function listsOf(ctx: Pick<Context, 'webApi'>) {
  const [metricProfile, aggregation, thresholdsProfile, report] = await Promise.all([
    metricProfileKind.remote.list(ctx),
    aggregationProfileKind.remote.list(ctx),
    thresholdsProfileKind.remote.list(ctx),
    reportKind.remote.list(ctx),
  ])
  return { metricProfile, aggregation, thresholdsProfile, report }
}

function keyOf(shared: SourceSchema, tenant: string): string {
  const [name, ...alternatives] = [...new Set([`WEB-API-${tenant}`, `WEB-API-${tenant.toUpperCase()}`])]
  const keyRows = shared
    .rowsOf('webApiKey')
    .filter(({ fields }) => [name, ...alternatives].includes(textOf(fields.name)))
  const inUse = keyRows.find(({ fields }) => fields.revoked !== true && textOf(fields.token) !== '')
  if (inUse) return textOf(inUse.fields.token)
  const problem = keyRows.length > 0 ? 'is revoked there or has no token' : 'is missing there'
  throw new Error(
    `Its key for the Web API, ${name}, ${problem}, so its profiles and reports cannot be read. Give one that is valid ` +
      `with --web-api-key ${tenant}=<key>.`,
  )
}
