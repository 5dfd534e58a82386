import { type ServiceType, type ServiceTypeDocument, serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { resourceQueries, type View } from '#kit/api/queries.ts'
import { TextAreaField, TextField } from '#kit/fields/fields.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { Dependents, WhereUsed } from '#kit/page/WhereUsed.tsx'
import { type DetailsProps, ReadOnlyPage } from '#kit/resource/read-pages.tsx'
import { paths } from '#lib/paths.ts'
import { LabelledValue } from '#ui/ValueText.tsx'
import { SourceMark } from './SourceMark.tsx'
import { serviceTypeDefinition, serviceTypeSchema } from './service-type-form.ts'

/** The form of a stored service type, or of a deleted one that is added again under its name. */
export function ServiceTypeForm(props: RecordFormProps<typeof serviceTypes, ServiceTypeDocument>) {
  const { use_service_title: hasTitles } = useConsoleContext().options
  const schema = useMemo(() => serviceTypeSchema(hasTitles), [hasTitles])
  const state = useRecordForm(serviceTypeDefinition, props, { schema })
  return (
    <RecordFormPage {...props} form={state}>
      <Content record={props.record} view="member" isFixed />
    </RecordFormPage>
  )
}

/** A service type, read-only: for visitors, for members, and those of the topology for all users. */
export const ServiceTypeDetails = (props: DetailsProps<typeof serviceTypes, ServiceTypeDocument>) => (
  <ReadOnlyPage {...props}>
    <Content record={props.record} view={props.view} />
  </ReadOnlyPage>
)

interface Props {
  readonly record: ServiceType | undefined
  readonly view: View
  readonly isFixed?: boolean
}

function Content({ record, view, isFixed = false }: Props) {
  const { use_service_title: hasTitles } = useConsoleContext().options
  return (
    <>
      <div className={form.fields}>
        <TextField
          name="name"
          label="Service name"
          isMono
          fixed={isFixed ? 'The name of a service type cannot be changed.' : undefined}
        />
        {hasTitles && <TextField name="title" label="Service title" />}
        <TextAreaField name="description" label="Service description" rows={4} />
        {record && (
          <LabelledValue label="Source">
            <SourceMark tags={record.tags} />
          </LabelledValue>
        )}
      </div>
      {record && <Usage name={record.name} view={view} />}
    </>
  )
}

/** What refers to the service type: metric profiles with the metrics that they check. Visitors see profiles only. */
function Usage({ name, view }: { readonly name: string; readonly view: View }) {
  const [ofMetrics, ofAggregations] =
    view === 'public'
      ? [paths.publicMetricProfiles, paths.publicAggregationProfiles]
      : [paths.metricProfiles, paths.aggregationProfiles]
  const query = useQuery({
    ...resourceQueries(serviceTypes).details(name, view),
    select: ({ record }) => [
      {
        one: 'metric profile',
        many: 'metric profiles',
        users: record.metricprofiles.map(({ name, metrics }) => ({
          name,
          to: ofMetrics.details(name),
          note: metrics.join(', '),
        })),
      },
      {
        one: 'aggregation profile',
        many: 'aggregation profiles',
        users: record.aggregationprofiles.map((name) => ({ name, to: ofAggregations.details(name) })),
      },
    ],
  })
  const emptyText = 'No profile contains it.'
  if (view === 'public') return <WhereUsed query={query} emptyText={emptyText} />
  return <Dependents object={{ kind: serviceTypes.kind, name }} query={query} emptyText={emptyText} />
}
