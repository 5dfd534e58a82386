import { createdEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { inTenant, operatorOn } from '@quatrain/webapi/kit/operator.ts'
import { migrateWebApi } from '@quatrain/webapi/migrate.ts'
import { provisionTenant } from '@quatrain/webapi/tenants.ts'
import { sql } from 'kysely'
import { webApiToken } from './seed.ts'
import type { TestApp } from './test-app.ts'

export { migrateWebApi, provisionTenant }

/**
 * Writes fields into the stored documents of one kind of NORTH, in the database of the Web API: as another service or an
 * earlier version may have stored them.
 */
export const mergeIntoStored = (
  server: TestApp,
  kind: 'metric_profile' | 'aggregation_profile' | 'thresholds_profile',
  fields: object,
): Promise<unknown> =>
  inTenant(operatorOn(server.webApiDatabase), 'NORTH', (db) =>
    sql`update ${sql.table(`${kind}_versions`)} set document = document::jsonb || ${JSON.stringify(fields)}::jsonb`.execute(
      db,
    ),
  )

/** A console with the address of its Web API. */
export interface WithWebApi {
  readonly webApi: { readonly url: string }
}

/** Adds an object to the Web API without the console, like another client. Returns its id. */
export async function addToWebApi(
  server: WithWebApi,
  { tenant, remote }: { readonly tenant: string; readonly remote: string },
  document: object,
): Promise<string> {
  const answer = await fetch(`${server.webApi.url}/api/v2/${remote}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'x-api-key': webApiToken(tenant) },
    body: JSON.stringify(document),
  })
  return createdEnvelope.parse(await answer.json()).data.id
}
