import type { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { TextField } from '#kit/fields/fields.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { csv as csvFormat, FileMenu } from '#kit/imports/FileMenu.tsx'
import { useCsvImport } from '#kit/imports/use-csv-import.ts'
import { importMembersInto, planMemberImport, withoutMemberImport } from './import-members.ts'
import { MembersTable } from './MembersTable.tsx'
import { exportNames, memberFiles } from './member-files.ts'
import { type MetricTagValues, metricTagForm, metricTagSchema } from './metric-tag-form.ts'
import { templates } from './metric-tags.queries.ts'
import { TagMeaning, TagUsage } from './TagMeaning.tsx'

/** The form of a metric tag: of a new one and of a stored one. */
export function MetricTagForm(props: RecordFormProps<typeof metricTags, MetricTagValues>) {
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
      format={csvFormat}
      onExport={stored === undefined ? undefined : () => void exportNames(stored, form.methods.getValues('metrics'))}
      onFile={(file) => void csv.start(file)}
      onTemplate={() => void exportNames('metric-tag', [])}
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
