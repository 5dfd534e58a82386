import { Button } from '@mantine/core'
import { metrics, pathKey } from '@quatrain/contract/resources/metric.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { GroupField } from '#kit/fields/fields.tsx'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { StoredRecordPage } from '#kit/resource/object-pages.tsx'
import { type DetailsProps, historyPages, readOnlyPages } from '#kit/resource/read-pages.tsx'
import { CompactRowsField } from '#kit/row-table/RowsField.tsx'
import { fixedKeyRows, type KeyValueRow } from '#kit/rows/key-value-rows.ts'
import { meaningOfConfigKey } from '#lib/config-keys.ts'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { MetricContent } from './MetricContent.tsx'
import {
  fieldOfMetric,
  type MetricValues,
  metricDefinition,
  metricDocumentOf,
  metricSchema,
  restoredValues,
} from './metric-form.ts'
import { newerByMetric } from './metrics.queries.ts'

const rules = { schema: metricSchema, fieldOf: fieldOfMetric }

/** The form of a metric: its group and the values of its configuration; the rest is that of the template, read-only. */
function MetricForm(props: RecordFormProps<typeof metrics, MetricValues>) {
  const form = useRecordForm(metricDefinition, props, rules)
  const { name, config } = form.base.values
  const page = props.restoredFrom === undefined ? withLinks(name, props) : props
  return (
    <RecordFormPage {...page} form={form}>
      <MetricContent
        view="member"
        metric={metricDocumentOf(form.base.values)}
        profiles={props.record?.profiles}
        group={<GroupField name="group" kind="metrics" description="Members of this group may change the metric." />}
        config={
          <CompactRowsField
            name="config"
            definition={fixedKeyRows}
            stored={config}
            label="Config"
            isFixed
            suggestionsOf={noSuggestions}
            hintOf={meaningOfConfigKey}
            lockOf={lockOf}
          />
        }
      />
    </RecordFormPage>
  )
}

const noSuggestions = () => []
const lockOf = ({ key }: KeyValueRow) => (key === pathKey ? 'Comes from the metric template.' : undefined)

/** A metric, read-only: the stored one, or an old version. */
function MetricDetails(props: DetailsProps<typeof metrics, MetricValues>) {
  const { values, record, view, ...contentProps } = props
  const page = record && view === 'member' ? withLinks(record.name, contentProps) : contentProps
  return (
    <PageFrame title={page.title} object={page.object} actions={page.actions} width="reading">
      {page.notice}
      <MetricContent metric={metricDocumentOf(values)} profiles={record?.profiles} view={view} />
    </PageFrame>
  )
}

/** Adds what concerns a stored metric only: what boxes run of it and where, and whether its package has a newer version. */
const withLinks = <Page extends { readonly actions?: ReactNode; readonly notice?: ReactNode }>(
  name: string,
  page: Page,
) => ({
  ...page,
  actions: (
    <>
      <EffectiveCheckButton name={name} />
      {page.actions}
    </>
  ),
  notice: (
    <>
      {page.notice}
      <NewerVersionNotice metric={name} />
    </>
  ),
})

const EffectiveCheckButton = ({ name }: { readonly name: string }) =>
  useMay()('view', metricOverrides) && (
    <Button component={Link} to={paths.metricPreview(name)} variant="default">
      Effective check
    </Button>
  )

const shared = { definition: metricDefinition, Form: MetricForm, Details: MetricDetails } as const

export const metricPages = {
  details: (
    <StoredRecordPage
      {...shared}
      restore={restoredValues}
      saving="Saving adds a new version. The template version of the metric does not change."
    />
  ),
  ...historyPages(shared),
}

export const publicMetricPages = readOnlyPages({ ...shared, paths: paths.publicMetrics, view: 'public' })

/** A notice that the package of a metric has a newer version, with a link to move to it. */
function NewerVersionNotice({ metric }: { readonly metric: string }) {
  const { data } = useQuery(newerByMetric)
  const { user } = useConsoleContext()
  const newer = data?.get(metric)
  if (!newer) return null
  const key = `${newer.name}-${newer.newest}`
  return (
    <Notice kind="info">
      <p>
        The package of this {metrics.label.one} is there in a newer version:{' '}
        {user?.is_superuser ? (
          <Link className="mono" to={paths.updateMetrics(key)}>
            {key}
          </Link>
        ) : (
          <span className="mono">{key}</span>
        )}
      </p>
    </Notice>
  )
}
