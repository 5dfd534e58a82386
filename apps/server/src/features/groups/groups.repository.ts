import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import type { GroupsOfUser } from '@quatrain/contract/session.ts'
import type { Db } from '#request/tenancy.ts'

/** The names of all groups, by kind. */
export async function namesByKind(db: Db): Promise<GroupsOfUser> {
  const groups = await db.selectFrom('groups').select(['kind', 'name']).orderBy('name').execute()
  const names = (kind: GroupKind) => groups.flatMap((group) => (group.kind === kind ? [group.name] : []))
  return {
    reports: names('reports'),
    aggregations: names('aggregations'),
    metrics: names('metrics'),
    metricprofiles: names('metricprofiles'),
    thresholdsprofiles: names('thresholdsprofiles'),
  }
}
