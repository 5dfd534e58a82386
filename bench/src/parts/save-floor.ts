import type { MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import { askSuccessfully } from '../http/ask.ts'
import { type Place, tenant } from './places.ts'

/**
 * The minimum that a save writes, in one statement: a profile, its pairs, the document of its version and a row of the
 * activity log. Its only parameter is the list of pairs.
 */
const bareInsert = `
  with profile as (
    insert into metric_profiles (apiid, name, group_id)
    select gen_random_uuid(), 'floor ' || gen_random_uuid(), id from groups where kind = 'metricprofiles' limit 1
    returning id, name
  ), pairs as (
    insert into metric_profile_instances (profile_id, service, metric)
    select profile.id, pair.service, pair.metric
    from profile, json_to_recordset($1::json) as pair (service text, metric text)
  ), version as (
    insert into versions (kind, object_id, number, name, document, author, created_at, comment)
    select 'floor', id, 1, name, $1::json, 'admin', now(), '' from profile
  )
  insert into activity (at, request_id, actor, address, action, kind, object_id, object_name, after)
  select now(), '', 'admin', '', 'add', 'floor', id, name, $1::json from profile
  returning number`

/** Returns a function that runs it with the pairs of a profile, and returns the milliseconds. */
export async function bareSave({ server }: Place): Promise<(pairs: readonly MetricInstance[]) => Promise<number>> {
  await server.calls.setFloor({ of: { tenant }, name: 'insert', text: bareInsert, parameters: [], isOne: true })
  const bare = { url: server.bareUrl }
  return async (pairs) => (await askSuccessfully(bare, 'POST', '/insert', { body: pairs })).took
}
