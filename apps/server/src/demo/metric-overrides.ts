import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { insert } from '#features/metric-overrides/metric-overrides.repository.ts'
import { initialComment } from '#kit/recording/changes.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { DemoTenant } from './data.ts'
import { insertHistory } from './history.ts'

const author = 'platform-root'

/** The overrides of one tenant, each with a first version at the time the tenant was added. */
export async function loadMetricOverrides(db: Db, { metric_overrides, created_on }: DemoTenant): Promise<void> {
  const createdAt = new Date(created_on)
  const versions = []
  for (const override of metric_overrides) {
    const { id } = await insert(db, override)
    const versionFields = { number: 1, author, at: createdAt, before: undefined, comment: initialComment }
    versions.push({
      kind: metricOverrides.kind,
      object_id: id,
      name: override.name,
      document: override,
      ...versionFields,
    })
  }
  await insertHistory(db, versions)
}
