import { packageKey, yumRepoKey } from '@quatrain/contract/kit/kind-names.ts'
import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { sql } from 'kysely'
import { findAll as findPorts } from '#features/default-ports/default-ports.repository.ts'
import { insert as insertOverride } from '#features/metric-overrides/metric-overrides.repository.ts'
import { findAll as findTags } from '#features/metric-tags/metric-tags.repository.ts'
import { recordedTags } from '#features/metric-tags/metric-tags.service.ts'
import { findAll as findPackages } from '#features/packages/packages.repository.ts'
import { findAll as findRepos } from '#features/yum-repos/yum-repos.repository.ts'
import type { Change } from '#kit/recording/changes.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { DemoTenant } from './data.ts'
import { insertFirstVersions } from './history.ts'

/**
 * Objects without a history in the files get a first version at the start of the catalogue, probes and templates those of
 * their files. The number of statements is fixed.
 */
export async function loadFirstVersions(db: Db, createdAt: Date): Promise<void> {
  const added: Change[] = [
    ...(await findRepos(db)).map((repo) => ({
      kind: yumRepos.kind,
      id: repo.id,
      name: yumRepoKey(repo),
      after: yumRepos.document.parse(repo),
    })),
    ...(await findPackages(db)).map((stored) => ({
      kind: packages.kind,
      id: stored.id,
      name: packageKey(stored),
      after: packages.document.parse(stored),
    })),
    ...(await findPorts(db)).map((port) => ({
      kind: defaultPorts.kind,
      id: port.id,
      name: port.name,
      after: defaultPorts.document.parse(port),
    })),
    ...(await findTags(db)).map((tag) => recordedTags.added(tag.id, tag)),
  ]
  await sql`select keep_own_versions()`.execute(db)
  await insertFirstVersions(db, added, () => createdAt)
}

/** The overrides of one tenant, each with a first version at the time the tenant was added. */
export async function loadMetricOverrides(db: Db, { metric_overrides, created_on }: DemoTenant): Promise<void> {
  const added: Change[] = []
  for (const override of metric_overrides) {
    const { id } = await insertOverride(db, override)
    added.push({ kind: metricOverrides.kind, id, name: override.name, after: override })
  }
  await insertFirstVersions(db, added, () => new Date(created_on))
}
