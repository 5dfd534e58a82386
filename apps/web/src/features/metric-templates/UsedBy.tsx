import { type MetricTemplateUsage, noProbe } from '@quatrain/contract/resources/metric-template.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { Failure } from '#kit/page/page-states.tsx'
import { UsageSection } from '#kit/page/WhereUsed.tsx'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Notice } from '#ui/Notice.tsx'
import table from '#ui/table.module.css'
import { LabelledValue, NoValue } from '#ui/ValueText.tsx'
import { sentOf, type TemplateValues } from './metric-template-form.ts'
import classes from './metric-templates.module.css'
import { metricTemplateQueries, usageOfTemplate } from './metric-templates.queries.ts'
import { TenantLink } from './TenantLink.tsx'
import { inSuperTenant } from './template-places.ts'

/** The dependents of the template, tenant by tenant. */
export function UsedBy({ name }: { readonly name: string }) {
  const { data, error, refetch } = useQuery(usageOfTemplate(name))
  return (
    <UsageSection isBusy={!data && !error}>
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <p role="status">Loading</p>}
      {data && <Usage {...data} />}
    </UsageSection>
  )
}

const Usage = ({ tenants, children, dependants }: MetricTemplateUsage) => (
  <>
    <p>
      {tenants.length === 0
        ? 'No tenant has a metric of it.'
        : `${counted(tenants.length, 'tenant')} with a metric of it.`}
    </p>
    {tenants.length > 0 && (
      <div className={table.scroll}>
        <CardTable
          caption="Tenants that use it"
          headings={['Tenant', 'Metric', 'Probe version', 'Metric profiles']}
          className={classes.used}
        >
          {tenants.map((usingTenant) => (
            <UsedByTenant key={`${usingTenant.tenant} ${usingTenant.metric}`} {...usingTenant} />
          ))}
        </CardTable>
      </div>
    )}
    <div className={classes.pair}>
      <LabelledValue label="Templates that name it as their parent">
        <Templates names={children} />
      </LabelledValue>
      <LabelledValue label="Templates that depend on it">
        <Templates names={dependants} />
      </LabelledValue>
    </div>
  </>
)

function UsedByTenant({ tenant, metric, probeversion, profiles }: MetricTemplateUsage['tenants'][number]) {
  const probe = inSuperTenant.probeVersion(probeversion)
  return (
    <tr>
      <td>
        <TenantLink tenant={tenant} at={paths.metrics.list}>
          {tenant}
        </TenantLink>
      </td>
      <td className="mono">
        <TenantLink tenant={tenant} at={paths.metrics.details(metric)}>
          {metric}
        </TenantLink>
      </td>
      <td className="mono">
        {probe === undefined ? probeversion || <NoValue /> : <Link to={probe}>{probeversion}</Link>}
      </td>
      <td>
        {profiles.length === 0 ? (
          <NoValue />
        ) : (
          <Inline
            names={profiles}
            show={(profile) => (
              <TenantLink tenant={tenant} at={paths.metricProfiles.details(profile)}>
                {profile}
              </TenantLink>
            )}
          />
        )}
      </td>
    </tr>
  )
}

const Templates = ({ names }: { readonly names: readonly string[] }) =>
  names.length === 0 ? (
    <NoValue />
  ) : (
    <Inline names={names} show={(name) => <Link to={paths.metricTemplates.details(name)}>{name}</Link>} />
  )

const Inline = ({ names, show }: { readonly names: readonly string[]; readonly show: (name: string) => ReactNode }) => (
  <ul className={classes.inline}>
    {names.map((name) => (
      <li key={name} className="mono">
        {show(name)}
      </li>
    ))}
  </ul>
)

/** Shows before a save whether it adds or updates a version, and which tenants it affects. */
export function SaveEffect({ stored }: { readonly stored: TemplateValues }) {
  const [mtype, probeversion] = useWatch<TemplateValues, ['mtype', 'probeversion']>({ name: ['mtype', 'probeversion'] })
  const { data: usage } = useQuery(usageOfTemplate(stored.name))
  const now = sentOf(stored).probeversion
  const chosenProbe = mtype === 'Passive' ? '' : probeversion.trim()
  const { data: earlier } = useQuery({
    ...metricTemplateQueries.versionsCalled(stored.name, chosenProbe === '' ? noProbe : chosenProbe),
    enabled: chosenProbe !== now,
  })
  const isThere = earlier !== undefined && earlier.length > 0
  const isKnown = chosenProbe === now || earlier !== undefined
  const version = chosenProbe === '' ? 'passive version' : 'version on'
  const label = chosenProbe !== '' && (
    <>
      {' '}
      <span className="mono">{chosenProbe}</span>
    </>
  )
  return (
    <Notice kind="info" role="status">
      {!isKnown ? null : chosenProbe === now ? (
        <p>
          Saving updates the current {version}
          {label}. <Followers usage={usage} templateName={chosenProbe} />
        </p>
      ) : isThere ? (
        <p>
          Saving restores the earlier {version}
          {label} and updates it. <Followers usage={usage} templateName={chosenProbe} />
        </p>
      ) : (
        <p>
          Saving adds a new {version}
          {label}. <Stayers usage={usage} />
        </p>
      )}
    </Notice>
  )
}

type Known = MetricTemplateUsage | undefined

const tenantsOf = (usage: MetricTemplateUsage, matchesHost: (probeversion: string) => boolean) =>
  usage.tenants.filter(({ probeversion }) => matchesHost(probeversion)).map(({ tenant }) => tenant)

function Followers({ usage, templateName }: { readonly usage: Known; readonly templateName: string }) {
  if (!usage) return null
  const following = tenantsOf(usage, (version) => version === templateName)
  const staying = tenantsOf(usage, (version) => version !== templateName)
  const verb = following.length === 1 ? 'changes' : 'change'
  return (
    <>
      {following.length === 0
        ? 'No tenant uses it.'
        : `${counted(following.length, 'tenant')} using it ${verb} immediately: ${following.join(', ')}.`}
      {staying.length > 0 && ` Unchanged, on another version: ${staying.join(', ')}.`}
    </>
  )
}

function Stayers({ usage }: { readonly usage: Known }) {
  if (!usage) return null
  const tenants = tenantsOf(usage, () => true)
  if (tenants.length === 0) return 'No tenant has a metric of it.'
  return `Tenants keep their version until they update their metrics: ${tenants.join(', ')}.`
}
