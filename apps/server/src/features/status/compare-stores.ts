import type { Kinds } from '#kit/kinds/kinds.ts'
import type { Context } from '#request/context/context.ts'
import type { Tenancy, Tenant } from '#request/tenancy/tenancy.ts'
import { storeComparison, takeDue } from './comparisons.repository.ts'
import { messageOf } from './finding.ts'

interface Options {
  readonly tenancy: Tenancy
  readonly kinds: Kinds
  now(): Date
  /** Hours between two comparisons of a tenant; 0 for none. */
  readonly everyHours: number
  contextOf(tenant: Tenant): Context
}

/**
 * Compares the stores of the tenant that is next, if one is due. One at a time: a comparison reads all its profiles and reports. Nothing is
 * mended, because the store that is right is unknown (decision 72).
 */
export async function compareNext({ tenancy, kinds, now, everyHours, contextOf }: Options): Promise<void> {
  if (everyHours === 0) return
  const dueBefore = new Date(now().getTime() - everyHours * 3_600_000)
  const id = await takeDue(tenancy.everyTenant, dueBefore, now())
  const tenant = id === undefined ? undefined : await tenancy.tenantWhere((tenant) => tenant.id === id)
  if (!tenant) return
  await storeComparison(tenancy.everyTenant, tenant.id, await compare(kinds, contextOf(tenant)))
}

async function compare(kinds: Kinds, ctx: Context) {
  let differences = 0
  try {
    for (const { reconciliation } of kinds.values()) {
      if (!reconciliation) continue
      const comparison = await reconciliation.compare(ctx)
      if (comparison.failure) return { differences: null, failure: comparison.failure }
      differences += comparison.differences.length + comparison.unreadable.length
    }
    return { differences, failure: '' }
  } catch (error) {
    return { differences: null, failure: messageOf(error) }
  }
}
