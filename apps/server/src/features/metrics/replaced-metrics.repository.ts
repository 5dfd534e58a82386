import { type RawBuilder, sql } from 'kysely'

/** A metric that takes the place of another one, or nothing that does. */
export interface Replacement {
  readonly metric: string
  readonly by: string | null
}

/** The query that `replaceMetricsInProfiles` takes, for metrics of this one tenant, given by their names. */
export const metricsReplacedBy = (replacements: readonly Replacement[]): RawBuilder<unknown> => sql`
  select current_tenant() as tenant_id, metric, by
  from json_to_recordset(${JSON.stringify(replacements)}::json) as given (metric text, by text)`
