import { type MetricTemplate, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { NotAllowed } from '#kit/page/NotAllowed.tsx'
import { ObjectActions } from '#kit/page/ObjectActions.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { useRemembered } from '#kit/page/recent.ts'
import { paths } from '#lib/paths.ts'
import { MetricTemplateDetails } from './MetricTemplateDetails.tsx'
import { MetricTemplateForm } from './MetricTemplateForm.tsx'
import { blankValues, valuesBeside, valuesOf } from './metric-template-form.ts'
import { templateNamesFor } from './metric-templates.queries.ts'
import { RestoreMetricTemplate } from './RestoreMetricTemplate.tsx'
import { inSuperTenant } from './template-places.ts'

const blankBase = { values: blankValues() }

export function AddMetricTemplatePage() {
  if (!useMay()('add', metricTemplates)) return <NotAllowed action="add" resource={metricTemplates} />
  return <MetricTemplateForm title="Add metric template" draftName="add" base={blankBase} />
}

export function CloneMetricTemplatePage() {
  if (!useMay()('add', metricTemplates)) return <NotAllowed action="add" resource={metricTemplates} />
  return (
    <WithRecord resource={metricTemplates} paths={paths.metricTemplates}>
      {({ record }) => <Clone key={record.name} of={record} />}
    </WithRecord>
  )
}

function Clone({ of: template }: { readonly of: MetricTemplate }) {
  const { data: taken } = useQuery(templateNamesFor('member'))
  if (!taken) return null
  const values = { ...valuesOf(template), name: freeName(template.name, taken), clonedFrom: template.id }
  return (
    <MetricTemplateForm
      title="Clone metric template"
      draftName={`clone.${template.name}`}
      base={blankBase}
      initial={valuesBeside(values, blankBase.values)}
      nameHelp={`Metric name. ${template.name} is taken, so another is proposed.`}
    />
  )
}

/** Names have no white space and are not given twice. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let copy = 1; ; copy++) {
    const proposed = `${name}-copy${copy === 1 ? '' : copy}`
    if (!taken.has(proposed)) return proposed
  }
}

export const ChangeMetricTemplatePage = () => (
  <WithRecord resource={metricTemplates} paths={paths.metricTemplates}>
    {(loaded) => <StoredMetricTemplate key={loaded.record.name} {...loaded} />}
  </WithRecord>
)

function StoredMetricTemplate({ record, etag }: Loaded<typeof metricTemplates>) {
  const may = useMay()
  const [query] = useSearchParams()
  useRemembered(metricTemplates, record.name)
  const restored = query.get('restore')
  const actions = <ObjectActions resource={metricTemplates} paths={paths.metricTemplates} name={record.name} />
  if (!may('change', metricTemplates)) {
    const banner = <ReadOnlyBanner resource={metricTemplates} />
    return <MetricTemplateDetails template={record} places={inSuperTenant} actions={actions} notice={banner} />
  }
  const base = { values: valuesOf(record), etag }
  if (restored !== null) return <RestoreMetricTemplate base={base} version={restored} />
  return (
    <MetricTemplateForm
      title="Change metric template"
      draftName={`change.${record.name}`}
      base={base}
      actions={actions}
    />
  )
}
