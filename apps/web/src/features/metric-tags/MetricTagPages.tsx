import type { MetricTag, metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { tenantUsers } from '#features/tenants/tenants.queries.ts'
import type { View } from '#kit/api/queries.ts'
import { TextField } from '#kit/fields/fields.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { FileMenu } from '#kit/imports/FileMenu.tsx'
import type { ImportKind } from '#kit/imports/ImportDialog.tsx'
import { exportSheet, readSheet } from '#kit/imports/sheet-files.ts'
import { useCsvImport } from '#kit/imports/use-csv-import.ts'
import { WhereUsed } from '#kit/page/WhereUsed.tsx'
import { ClonePage, objectPages } from '#kit/resource/object-pages.tsx'
import { type DetailsProps, ReadOnlyPage, readOnlyPages } from '#kit/resource/read-pages.tsx'
import { numberColumn, RowsHead } from '#kit/row-table/RowsHead.tsx'
import { MonoCell, NumberCell, RowSearch, RowTable } from '#kit/row-table/RowTable.tsx'
import { loadPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { toneOfTag } from '#lib/tags.ts'
import { counted } from '#lib/words.ts'
import { Mark } from '#ui/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { importMembersInto, type Member, planMemberImport, withoutMemberImport } from './import-members.ts'
import { MembersTable } from './MembersTable.tsx'
import { type MetricTagValues, metricTagForm, metricTagSchema } from './metric-tag-form.ts'
import { templates, usageOfTag } from './metric-tags.queries.ts'
import type { NameRow } from './name-csv.ts'

/** The form of a metric tag: of a new one and of a stored one. */
function MetricTagForm(props: RecordFormProps<typeof metricTags, MetricTagValues>) {
  const { record } = props
  const stored = record?.name
  const client = useQueryClient()
  const { data } = useQuery(templates)
  const templateNames = useMemo(() => data && new Set(data.map(({ name }) => name)), [data])
  const schema = useMemo(() => metricTagSchema(templateNames), [templateNames])
  const form = useRecordForm(metricTagForm.definition, props, { ...metricTagForm.rules, schema })
  const csv = useMemberImport({
    methods: form.methods,
    loadKnown: async () => {
      const loaded = await client.ensureQueryData(templates).catch(() => undefined)
      return loaded && new Set(loaded.map(({ name }) => name))
    },
  })
  const menu = (
    <FileMenu
      format="CSV"
      onExport={stored === undefined ? undefined : () => exportNames(stored, form.methods.getValues('metrics'))}
      onFile={csv.start}
      onTemplate={() => exportNames('metric-tag', [])}
    />
  )
  return (
    <RecordFormPage {...props} form={form} width="full" menu={menu} lastImport={csv}>
      <div className={formClasses.fields}>
        <TextField
          name="name"
          label="Name"
          description="Groups metric templates. The names internal, deprecated and eol have further effects."
        />
        <Meaning stored={stored} />
      </div>
      {stored !== undefined && <TagUsage name={stored} />}
      <MembersTable stored={form.base.values.metrics} />
    </RecordFormPage>
  )
}

/** The meaning of the new and of the old name: renaming a tag removes the old meaning. */
function Meaning({ stored }: { readonly stored: string | undefined }) {
  const typed = useWatch<MetricTagValues, 'name'>({ name: 'name' })
  return (
    <>
      <TagMeaning name={typed} />
      {stored !== undefined && stored !== typed.trim() && <TagMeaning name={stored} />}
    </>
  )
}

interface Options {
  readonly methods: UseFormReturn<MetricTagValues>
  /** Names of all metric templates; undefined if they cannot be loaded. */
  readonly loadKnown: () => Promise<ReadonlySet<string> | undefined>
}

const unchecked = ['The metric templates are not loaded, so names are checked when you save.']

/** Brings the names of a file into the form. */
const useMemberImport = ({ methods, loadKnown }: Options) =>
  useCsvImport({
    kind: memberFiles,
    rows: () => methods.getValues('metrics'),
    put: (names) => methods.setValue('metrics', names, { shouldDirty: true, shouldTouch: true, shouldValidate: true }),
    checks: async () => {
      const templateNames = await loadKnown()
      return {
        planOf: (rows, names) => planMemberImport(rows, names, templateNames),
        warnings: templateNames ? [] : unchecked,
      }
    },
    importInto: (names, { plan, mode }) => importMembersInto(names, plan, mode),
    withoutImport: withoutMemberImport,
  })

/** A metric tag, read-only. */
const MetricTagDetails = (props: DetailsProps<typeof metricTags, MetricTagValues>) => {
  const { values, view, record } = props
  const isCurrent = record !== undefined && view === 'member'
  const menu = isCurrent && <FileMenu format="CSV" onExport={() => exportNames(record.name, values.metrics)} />
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
      <RowsHead
        matching={visibleMembers.length}
        all={metrics.length}
        count={counted(metrics.length, 'metric template')}
        onClear={search === '' ? undefined : () => setSearch('')}
      >
        <h2>Metric templates</h2>
      </RowsHead>
      <RowTable
        label="Metric templates"
        columns={[
          numberColumn,
          {
            header: 'Metric template',
            filter: <RowSearch label="Search metric templates" value={search} onSearch={setSearch} />,
          },
        ]}
        rows={visibleMembers}
        keyOf={({ name }) => name}
        emptyText={search === '' ? 'No metric template carries this tag.' : 'No metric templates match.'}
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

const shared = { definition: metricTagForm.definition, Form: MetricTagForm, Details: MetricTagDetails } as const

const cloneOf = ({ metrics }: MetricTag) => ({ name: '', metrics: metrics.map(({ name }) => name) })

export const metricTagPages = { ...objectPages(shared), clone: <ClonePage {...shared} cloneOf={cloneOf} /> }

export const publicMetricTagPages = readOnlyPages({ ...shared, paths: paths.publicMetricTags, view: 'public' })

/** Few users need CSV files, so their code is loaded on demand. */
const format = () => loadPart(() => import('./name-csv.ts'))

/** Downloads names of metric templates as a file. */
export const exportNames = (fileName: string, names: readonly string[]): Promise<void> =>
  exportSheet(`${fileName}.csv`, async () => (await format()).csvOfNames(names), [
    `${counted(names.length, 'metric template')} in ${fileName}.csv`,
  ])

/** Files of the members of a tag. */
export const memberFiles: ImportKind<NameRow, Member> = {
  itemsLabel: 'metric template',
  format: 'A file has a heading row with the column name, and the name of one metric template in each row below it.',
  columns: [{ header: 'Metric template', textOf: ({ name }) => name }],
  read: (file) => readSheet(file, 'list of metric templates', async () => (await format()).readNameCsv),
}

/** The meaning of the few tags that the console uses itself. */
const meanings: ReadonlyMap<string, string> = new Map([
  [
    'internal',
    'New tenants get the metrics of these templates, except those with the tag eol. They keep them even if no metric profile contains them. Existing tenants are not affected.',
  ],
  [
    'deprecated',
    'Metrics of these templates are marked in red, and each tenant’s home counts them as needing attention.',
  ],
  [
    'eol',
    'Metrics of these templates are marked in red, and each tenant’s home counts them as needing attention. New tenants do not get them, even if they have the tag internal.',
  ],
])

/** Explains what a tag does besides grouping, if anything. */
export function TagMeaning({ name }: { readonly name: string }) {
  const meaning = meanings.get(name.trim())
  if (meaning === undefined) return null
  return (
    <Notice kind="info">
      <p>
        <strong>{name.trim()}</strong> has a meaning of its own.
      </p>
      <p>{meaning}</p>
    </Notice>
  )
}

/** The side effects of a tag's change: metrics of tenants, and their profiles. */
export function TagUsage({ name }: { readonly name: string }) {
  const query = useQuery({
    ...usageOfTag(name),
    select: ({ tenants }) => [tenantUsers(tenants, paths.tenants.details)],
  })
  return <WhereUsed query={query} emptyText="No tenant has a metric of a template with this tag." />
}
