import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { TextField } from '#kit/fields/TextField.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { csv as csvFormat, FileMenu } from '#kit/imports/FileMenu.tsx'
import { ImportNotice } from '#kit/imports/ImportNotice.tsx'
import type { Base } from '#kit/write/form-definition.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { MembersTable } from './MembersTable.tsx'
import { exportNames } from './member-files.ts'
import { type MetricTagValues, metricTagDefinition, metricTagSchema, valuesOf } from './metric-tag-form.ts'
import { queries, templates } from './metric-tags.queries.ts'
import { TagMeaning } from './TagMeaning.tsx'
import { TagUsage } from './TagUsage.tsx'
import { useCsvImport } from './use-csv-import.ts'

interface Props {
  readonly title: string
  readonly draftName: string
  /** What is stored; an empty form for a tag that is not there yet. */
  readonly base: Base<MetricTagValues>
  readonly initial?: MetricTagValues
  readonly restoredFrom?: number
  /** The name of the stored tag that is changed; nothing for a new one. */
  readonly stored?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}

/** The form of a metric tag: of a new one and of a stored one. */
export function MetricTagForm(props: Props) {
  const { title, stored, actions, notice } = props
  const client = useQueryClient()
  const { data } = useQuery(templates)
  const known = useMemo(() => data && new Set(data.map(({ name }) => name)), [data])
  const schema = useMemo(() => metricTagSchema(known), [known])
  const form = useResourceForm({
    ...props,
    definition: metricTagDefinition,
    stored,
    schema,
    ...(stored !== undefined && {
      reload: async () => {
        // By its id: whoever saved first may have given it another name.
        const tags = await client.fetchQuery({ ...queries.list(), staleTime: 0 })
        const name = tags.find(({ id }) => id === props.base.values.id)?.name ?? stored
        const { record, etag } = await client.fetchQuery({ ...queries.details(name), staleTime: 0 })
        return { values: valuesOf(record), etag }
      },
    }),
    fieldOf: (path) => path.split('.', 1).join(''),
  })
  const csv = useCsvImport({
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
    <PageFrame
      title={title}
      object={stored}
      actions={
        <>
          {menu}
          {actions}
        </>
      }
    >
      {notice}
      <ImportNotice {...csv} />
      <ResourceForm form={form}>
        <div className={formClasses.fields}>
          <TextField
            name="name"
            label="Name"
            description="A word that metric templates are grouped by. The names internal, deprecated and eol do more than that."
          />
          <Meaning stored={stored} />
        </div>
        {stored !== undefined && <TagUsage name={stored} />}
        <MembersTable stored={form.base.values.metrics} />
      </ResourceForm>
    </PageFrame>
  )
}

/** Of the name that is typed, and of the one that it had: a renamed tag loses what that meant. */
function Meaning({ stored }: { readonly stored: string | undefined }) {
  const typed = useWatch<MetricTagValues, 'name'>({ name: 'name' })
  return (
    <>
      <TagMeaning name={typed} />
      {stored !== undefined && stored !== typed.trim() && <TagMeaning name={stored} />}
    </>
  )
}
