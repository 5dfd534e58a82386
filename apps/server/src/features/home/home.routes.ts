import { catalogueHome, changedObject, changeList, home, recentHours } from '@quatrain/contract/home.ts'
import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { tenants } from '@quatrain/contract/tenants.ts'
import type { FastifyInstance } from 'fastify'
import { unusedKeyCount } from '#features/api-keys/api-keys.reads.ts'
import { metricProfileCount } from '#features/metric-profiles/metric-profiles.reads.ts'
import { metricCounts } from '#features/metrics/metrics.reads.ts'
import { packagesWithNewer } from '#features/packages/packages.reads.ts'
import { splitPackages } from '#features/packages/shared-repos.reads.ts'
import { candidateMail, submittedCandidateCount } from '#features/probe-candidates/probe-candidates.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { findChange, recentChanges } from '#kit/recording/recent-changes.ts'
import { refused } from '#kit/two-stores/deliveries.ts'
import type { Context } from '#request/context.ts'
import type { Tenancy } from '#request/tenancy.ts'
import { catalogueCounts } from './catalogue-counts.repository.ts'
import { listChanges } from './changes.repository.ts'

/** What all users of the tenant may read anyway; it excludes changes of permissions. */
const kinds = [metricProfiles.kind, 'metric']
const catalogueKinds = [tenants, yumRepos, packages, probes, metricTags, metricTemplates, defaultPorts].map(
  ({ kind }) => kind,
)
/** Kinds that only superusers manage, in both deployments. */
const superuserKinds = [metricOverrides, probeCandidates, apiKeys].map(({ kind }) => kind)
const mostChanges = 50
const lastChanges = 10

/** The kinds whose changes the caller may see. */
const kindsFor = (ctx: Context) => {
  const open = ctx.tenant.deployment === 'super' ? catalogueKinds : kinds
  return isSuperuser(ctx) ? [...open, ...superuserKinds] : open
}

const latest = (ctx: Context) =>
  recentChanges(ctx, {
    kinds: kindsFor(ctx),
    since: new Date(ctx.now().getTime() - recentHours * 3_600_000),
    most: mostChanges,
    orLast: lastChanges,
  })

const isSuperuser = ({ visitor }: Context) => visitor.actor?.isSuperuser === true

/**
 * Pending deliveries to the Web API and conflicting packages span tenants, so a tenant's own handle does not see them.
 */
export async function homeRoutes(app: FastifyInstance, { tenancy }: { readonly tenancy: Tenancy }) {
  serve(app, catalogueHome, async (ctx) => {
    const [changes, counts, untold, unusedKeys, split] = await Promise.all([
      latest(ctx),
      catalogueCounts(ctx),
      isSuperuser(ctx) ? refused(tenancy.everyTenant) : [],
      isSuperuser(ctx) ? unusedKeyCount(ctx) : undefined,
      isSuperuser(ctx) ? splitPackages(tenancy) : [],
    ])
    return {
      changes,
      ...counts,
      unusedKeys,
      splitPackages: split,
      untold: untold.filter(({ kind }) => kind !== candidateMail),
    }
  })
  serve(app, changedObject, async (ctx, { params }) => ({
    change: (await findChange(ctx, params.number, kindsFor(ctx))) ?? null,
  }))
  serve(app, changeList, (ctx, { query }) => listChanges(ctx, query, kindsFor(ctx)))
  serve(app, home, async (ctx) => {
    const [changes, metrics, behind, profiles, submittedCandidates, unusedKeys] = await Promise.all([
      latest(ctx),
      metricCounts(ctx),
      packagesWithNewer(ctx),
      metricProfileCount(ctx),
      isSuperuser(ctx) ? submittedCandidateCount(ctx) : undefined,
      isSuperuser(ctx) ? unusedKeyCount(ctx) : undefined,
    ])
    const newer = behind.reduce((sum, { metrics }) => sum + metrics.length, 0)
    return { changes, metrics: { ...metrics, newer }, metricProfiles: profiles, submittedCandidates, unusedKeys }
  })
}
