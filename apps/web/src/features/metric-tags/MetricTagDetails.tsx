import type { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { View } from '#kit/api/resource-queries.ts'
import { csv, FileMenu } from '#kit/imports/FileMenu.tsx'
import { type DetailsProps, ReadOnlyPage } from '#kit/resource/read-pages.tsx'
import { RowSearch } from '#kit/row-table/RowsHead.tsx'
import { MonoCell, NumberCell, RowTable } from '#kit/row-table/RowTable.tsx'
import rows from '#kit/row-table/rows.module.css'
import { paths } from '#lib/paths.ts'
import { toneOfTag } from '#lib/tags.ts'
import { counted } from '#lib/words.ts'
import { Mark } from '#ui/Mark.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { exportNames } from './member-files.ts'
import type { MetricTagValues } from './metric-tag-form.ts'
import { TagMeaning, TagUsage } from './TagMeaning.tsx'

/** A metric tag, read-only. */
export const MetricTagDetails = (props: DetailsProps<typeof metricTags, MetricTagValues>) => {
  const { values, view, record } = props
  const isCurrent = record !== undefined && view === 'member'
  const menu = isCurrent && <FileMenu format={csv} onExport={() => void exportNames(record.name, values.metrics)} />
  return (
    <ReadOnlyPage {...props} width="full" menu={menu}>
      <LabelledValue label="Name">
        <Mark tone={toneOfTag(values.name)}>{values.name}</Mark>
      </LabelledValue>
      <TagMeaning name={values.name} />
      {isCurrent && <TagUsage name={record.name} />}
      <MembersList view={view} />
    </ReadOnlyPage>
  )
}

/** The metric templates with a tag, read-only. */
function MembersList({ view }: { readonly view: View }) {
  const metrics = useWatch<MetricTagValues, 'metrics'>({ name: 'metrics' })
  const [search, setSearch] = useState('')
  const visibleMembers = useMemo(() => {
    const part = search.trim().toLowerCase()
    return metrics.map((name, index) => ({ name, index })).filter(({ name }) => name.toLowerCase().includes(part))
  }, [metrics, search])
  const { details } = view === 'public' ? paths.publicMetricTemplates : paths.metricTemplates
  return (
    <div>
      <div className={rows.head}>
        <h2>Metric templates</h2>
        <span role="status">
          {search === ''
            ? counted(metrics.length, 'metric template')
            : `${visibleMembers.length.toLocaleString('en')} of ${counted(metrics.length, 'metric template')}`}
        </span>
      </div>
      <RowTable
        label="Metric templates"
        columns={[
          { header: '#', width: '56px', align: 'end' },
          {
            header: 'Metric template',
            filter: <RowSearch label="Search metric templates" value={search} onSearch={setSearch} />,
          },
        ]}
        rows={visibleMembers}
        keyOf={({ name }) => name}
        nothing={search === '' ? 'No metric template carries this tag.' : 'No metric templates match.'}
        cells={({ name, index }) => (
          <>
            <NumberCell>{index + 1}</NumberCell>
            <MonoCell>
              <Link to={details(name)}>{name}</Link>
            </MonoCell>
          </>
        )}
      />
    </div>
  )
}
