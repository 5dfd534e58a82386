import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { csv as csvFormat, FileMenu } from '#kit/imports/FileMenu.tsx'
import { ImportNotice } from '#kit/imports/ImportNotice.tsx'
import type { Base } from '#kit/write/form-definition.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { MetricProfileFields } from './MetricProfileFields.tsx'
import {
  type MetricProfileValues,
  metricProfileDefinition,
  metricProfileSchema,
  pairRules,
  valuesOf,
} from './metric-profile-form.ts'
import { queries } from './metric-profiles.queries.ts'
import { PairsField } from './PairsField.tsx'
import { exportPairs, exportTemplate } from './pair-files.ts'
import { keyOfPair, pairRows, pairsOfRows } from './pair-rows.ts'
import { useCsvImport } from './use-csv-import.ts'
import { useKnownParts } from './use-known-parts.ts'

interface Props {
  readonly title: string
  readonly draftName: string
  /** What is stored; an empty form for a profile that is not there yet. */
  readonly base: Base<MetricProfileValues>
  readonly initial?: MetricProfileValues
  readonly restoredFrom?: number
  /** The stored profile that is changed; nothing for a new one. */
  readonly apiid?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
  /** What stands between the fields and the pairs. */
  readonly children?: ReactNode
}

/** The form of a metric profile: of a new one, of a clone, of a stored one. */
export function MetricProfileForm(props: Props) {
  const { title, base, apiid, actions, notice, children } = props
  const queryClient = useQueryClient()
  const known = useKnownParts()
  const schema = useMemo(() => metricProfileSchema(known, base.values.services), [known, base])
  const { name } = base.values
  const form = useResourceForm({
    ...props,
    definition: metricProfileDefinition,
    stored: apiid,
    schema,
    ...(apiid !== undefined && {
      reload: async () => {
        const { record, etag } = await queryClient.fetchQuery({ ...queries.details(name), staleTime: 0 })
        return { values: valuesOf(record), etag }
      },
    }),
    fieldOf: (path, { services }) => {
      const [, at, part] = /^services\.(\d+)(?:\.(\w+))?$/.exec(path) ?? []
      const pair = pairsOfRows(services)[Number(at)]
      const row = pair ? services.findIndex((row) => keyOfPair(row) === keyOfPair(pair)) : -1
      return row < 0 ? path : `services.${row}.${part ?? 'row'}`
    },
  })
  const stored = form.base.values.services
  const rules = useMemo(() => pairRules(known, stored), [known, stored])
  const csv = useCsvImport({ methods: form.methods, stored, rules, known })
  const exportRows = () => {
    const rows = form.methods.getValues('services')
    void exportPairs(name, pairsOfRows(rows), pairRows.countChanges(stored, rows) > 0)
  }
  const menu = (
    <FileMenu
      format={csvFormat}
      onExport={apiid === undefined ? undefined : exportRows}
      onFile={(file) => void csv.start(file)}
      onTemplate={() => void exportTemplate()}
    />
  )
  return (
    <PageFrame
      title={title}
      object={apiid === undefined ? undefined : name}
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
        <MetricProfileFields {...(apiid !== undefined && { fixedName: 'The name cannot be changed.' })} />
        {children}
        <PairsField key={csv.round} base={form.base.values} />
      </ResourceForm>
    </PageFrame>
  )
}
