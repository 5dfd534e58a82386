import { type MetricTemplate, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#kit/api/console-context.tsx'
import type { RecordFormProps } from '#kit/form/use-record-form.ts'
import { WithRecord } from '#kit/form/WithRecord.tsx'
import { NotAllowed } from '#kit/page/page-states.tsx'
import { AddPage, StoredRecordPage } from '#kit/resource/object-pages.tsx'
import type { DetailsProps } from '#kit/resource/read-pages.tsx'
import { paths } from '#lib/paths.ts'
import { MetricTemplateDetails } from './MetricTemplateDetails.tsx'
import { MetricTemplateForm } from './MetricTemplateForm.tsx'
import { metricTemplateDefinition } from './metric-template-definition.ts'
import { sentOf, type TemplateValues, templateValuesBeside, templateValuesOf } from './metric-template-form.ts'
import { templateNamesFor } from './metric-templates.queries.ts'
import { inSuperTenant } from './template-places.ts'

const shared = { definition: metricTemplateDefinition, Form: MetricTemplateForm } as const

/** A template that is being deleted cannot be changed any more. */
function ChangeForm(props: RecordFormProps<typeof metricTemplates, TemplateValues>) {
  const { record, actions } = props
  if (record?.deleted_by === undefined) return <MetricTemplateForm {...props} />
  return <MetricTemplateDetails template={record} places={inSuperTenant} actions={actions} />
}

const Details = ({ values, record, ...page }: DetailsProps<typeof metricTemplates, TemplateValues>) => (
  <MetricTemplateDetails {...page} template={record ?? sentOf(values)} places={inSuperTenant} />
)

function CloneTemplatePage() {
  if (!useMay()('add', metricTemplates)) return <NotAllowed action="add" resource={metricTemplates} />
  return (
    <WithRecord resource={metricTemplates} paths={paths.metricTemplates}>
      {({ record }) => <Clone key={record.name} template={record} />}
    </WithRecord>
  )
}

const blankBase = { values: metricTemplateDefinition.blank }

/** Unlike other clones, it waits for the existing names, because it suggests a free one. */
function Clone({ template }: { readonly template: MetricTemplate }) {
  const { data: takenNames } = useQuery(templateNamesFor('member'))
  if (!takenNames) return null
  const values = { ...templateValuesOf(template), name: freeName(template.name, takenNames), clonedFrom: template.id }
  return (
    <MetricTemplateForm
      title="Clone metric template"
      draftName={`clone.${template.name}`}
      base={blankBase}
      initial={templateValuesBeside(values, blankBase.values)}
      nameHelp={`${template.name} is taken, so another is proposed.`}
    />
  )
}

/** Names are unique and contain no white space. */
function freeName(name: string, takenNames: ReadonlySet<string>): string {
  for (let copy = 1; ; copy++) {
    const proposed = `${name}-copy${copy === 1 ? '' : copy}`
    if (!takenNames.has(proposed)) return proposed
  }
}

export const metricTemplatePages = {
  add: <AddPage {...shared} />,
  details: (
    <StoredRecordPage
      {...shared}
      Form={ChangeForm}
      Details={Details}
      // Tenants know the current name; restoring a version does not restore its name.
      restore={(old, now) => ({ ...templateValuesBeside(old, now), name: now.name })}
      saving="Saving makes it the current one again."
    />
  ),
  clone: <CloneTemplatePage />,
}
