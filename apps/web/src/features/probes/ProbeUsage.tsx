import type { ProbeVersionUsage } from '@quatrain/contract/resources/probe.ts'
import type { TenantUse } from '@quatrain/contract/resources/tenant-use.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { inWords } from '#features/tenants/tenants.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { UsageSection } from '#kit/page/WhereUsed.tsx'
import { paths } from '#lib/paths.ts'
import { CardTable } from '#ui/CardTable.tsx'
import table from '#ui/table.module.css'
import { NoValue } from '#ui/ValueText.tsx'
import { ProbeTemplateLinks, usePlaces } from './ProbeTemplateLinks.tsx'
import classes from './probes.module.css'
import { usageOfProbe } from './probes.queries.ts'

/** The dependents of each version of a probe that the user may see. */
export function ProbeUsage({ name }: { readonly name: string }) {
  const { data, error, isFetching, refetch } = useQuery(usageOfProbe(name))
  return (
    <UsageSection isBusy={!data && !error}>
      {error && !data && (
        <LoadFailure subject="What uses this probe" error={error} retry={refetch} isBusy={isFetching} />
      )}
      {!data && !error && <p className={classes.note}>Loading what uses this probe</p>}
      {data && (
        <section className={table.scroll} aria-label="Use by version">
          <CardTable
            caption="What uses which version, newest first"
            headings={['Version', 'Metric templates', 'Metrics']}
            className={classes.usage}
          >
            {data.map((usage) => (
              <UsageRow key={usage.version} probe={name} usage={usage} />
            ))}
          </CardTable>
        </section>
      )}
    </UsageSection>
  )
}

function UsageRow({ probe, usage }: { readonly probe: string; readonly usage: ProbeVersionUsage }) {
  const { probes } = usePlaces('member')
  const { version, templates, formerly, tenants } = usage
  return (
    <tr>
      <td className="mono">
        <Link to={probes.version(probe, version)}>{version}</Link>
      </td>
      <td>
        {templates.length + formerly.length === 0 && <NoValue />}
        {templates.length > 0 && <ProbeTemplateLinks probe={probe} names={templates} view="member" />}
        {formerly.length > 0 && (
          <div className={classes.formerly}>
            Formerly <ProbeTemplateLinks probe={probe} names={formerly} view="member" />
          </div>
        )}
      </td>
      <td>
        {tenants.length === 0 && <NoValue />}
        {tenants.map((tenant) => (
          <div key={tenant.name}>
            <TenantMetrics tenant={tenant} label={`${probe} (${version})`} />
          </div>
        ))}
      </td>
    </tr>
  )
}

interface TenantProps {
  readonly tenant: TenantUse
  /** `name (version)` of the probe. */
  readonly label: string
}

/** A tenant's console links to the metrics, the super-tenant's to the tenant. */
function TenantMetrics({ tenant, label }: TenantProps) {
  const { caller } = useConsoleContext()
  if (caller.deployment === 'super') {
    return (
      <>
        <Link to={paths.tenants.details(tenant.name)}>{tenant.name}</Link> {inWords(tenant)}
      </>
    )
  }
  return <Link to={`${paths.metrics.list}?${new URLSearchParams({ probeversion: label })}`}>{inWords(tenant)}</Link>
}
