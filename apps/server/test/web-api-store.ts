import { inTenant, operatorOn } from '@quatrain/webapi/kit/operator.ts'
import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

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
