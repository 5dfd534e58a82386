import { Button } from '@mantine/core'
import { type metrics, pathKey } from '@quatrain/contract/resources/metric.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { GroupField } from '#kit/fields/GroupField.tsx'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { CompactRowsField } from '#kit/row-table/RowsField.tsx'
import { fixedKeyRows, type KeyValueRow } from '#kit/rows/key-value-rows.ts'
import { meaningOfConfigKey } from '#lib/config-keys.ts'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { MetricContent } from './MetricContent.tsx'
import { fieldOfMetric, type MetricValues, metricDefinition, metricDocumentOf, metricSchema } from './metric-form.ts'
import { NewerVersionNotice } from './NewerVersionNotice.tsx'

const rules = { schema: metricSchema, fieldOf: fieldOfMetric }

/** The form of a metric: its group and the values of its configuration; the rest is that of the template, read-only. */
export function MetricForm(props: RecordFormProps<typeof metrics, MetricValues>) {
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
export function MetricDetails(props: DetailsProps<typeof metrics, MetricValues>) {
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
