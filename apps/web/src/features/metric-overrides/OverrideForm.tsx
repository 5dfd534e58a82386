import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { readAgain } from '#kit/form/read-again.ts'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { FileMenu, json as jsonFormat } from '#kit/imports/FileMenu.tsx'
import { ImportNotice } from '#kit/imports/ImportNotice.tsx'
import type { Base } from '#kit/write/form-definition.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { exportLists } from './json-files.ts'
import { OverrideRowsField } from './OverrideRowsField.tsx'
import { fieldOf, listsOf, type OverrideValues, overrideDefinition, overrideSchema, valuesOf } from './override-form.ts'
import { overrideTables } from './override-rows.ts'
import { useOverrideSuggestions } from './override-suggestions.ts'
import { SecretsNotice } from './SecretsNotice.tsx'
import { useElsewhere } from './use-elsewhere.ts'
import { useJsonImport } from './use-json-import.ts'

interface Props {
  readonly title: string
  readonly draftName: string
  /** What is stored; an empty form for an override that is not there yet. */
  readonly base: Base<OverrideValues>
  readonly initial?: OverrideValues
  readonly restoredFrom?: number
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}

/** The form of an override: of a new one, of a clone, of a stored one. */
export function OverrideForm(props: Props) {
  const { title, base, actions, notice } = props
  const queryClient = useQueryClient()
  const { id, name } = base.values
  const stored = id === 0 ? undefined : name
  const form = useResourceForm({
    ...props,
    definition: overrideDefinition,
    stored,
    schema: overrideSchema,
    fieldOf,
    ...(stored !== undefined && {
      reload: async () => {
        const { record, etag } = await readAgain(queryClient, metricOverrides, id)
        return { values: valuesOf(record), etag }
      },
    }),
  })
  const json = useJsonImport(form.methods)
  const menu = (
    <FileMenu
      format={jsonFormat}
      onExport={stored === undefined ? undefined : () => exportLists(name, listsOf(form.methods.getValues()))}
      onFile={(file) => void json.start(file)}
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
      <ImportNotice summary={json.summary} undo={json.undo} dismiss={json.dismiss} />
      <ResourceForm form={form}>
        <OverrideFields key={json.round} base={form.base.values} />
      </ResourceForm>
    </PageFrame>
  )
}

function OverrideFields({ base }: { readonly base: OverrideValues }) {
  const suggestions = useOverrideSuggestions()
  const elsewhere = useElsewhere(base.id)
  return (
    <>
      <div className={form.fields}>
        <TextField name="name" label="Name" description="Overrides apply in name order; the last one wins." isMono />
      </div>
      <SecretsNotice />
      {overrideTables.map((table) => (
        <OverrideRowsField key={table.name} {...{ table, base, suggestions, elsewhere }} />
      ))}
    </>
  )
}
