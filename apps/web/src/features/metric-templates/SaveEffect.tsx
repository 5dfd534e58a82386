import type { MetricTemplateUsage } from '@quatrain/contract/resources/metric-template.ts'
import { noProbe } from '@quatrain/contract/resources/metric-template.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { sentOf, type TemplateValues } from './metric-template-form.ts'
import { metricTemplateQueries, usageOfTemplate } from './metric-templates.queries.ts'

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
