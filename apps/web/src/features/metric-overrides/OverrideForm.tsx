import { type metricOverrides, namesSecret, secretVariablesIn } from '@quatrain/contract/resources/metric-override.ts'
import { useCallback } from 'react'
import { TextField } from '#kit/fields/fields.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { FileMenu, json as jsonFormat } from '#kit/imports/FileMenu.tsx'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import { Mark } from '#ui/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SuggestionSearch } from '#ui/suggestion-search.ts'
import { fieldOfOverride, listsOf, type OverrideValues, overrideDefinition, overrideSchema } from './override-form.ts'
import { keyOf, type OverrideCell, type OverrideRow, type OverrideTable, overrideTables } from './override-rows.ts'
import {
  type Elsewhere,
  type OverrideSuggestions,
  useElsewhere,
  useOverrideSuggestions,
} from './override-suggestions.ts'
import classes from './overrides.module.css'
import { exportLists, useOverrideImport } from './use-override-import.tsx'

/** The form of an override: of a new one, of a clone, of a stored one. */
export function OverrideForm(props: RecordFormProps<typeof metricOverrides, OverrideValues>) {
  const { record } = props
  const form = useRecordForm(overrideDefinition, props, { schema: overrideSchema, fieldOf: fieldOfOverride })
  const json = useOverrideImport(form.methods)
  const menu = (
    <FileMenu
      format={jsonFormat}
      onExport={record && (() => exportLists(record.name, listsOf(form.methods.getValues())))}
      onFile={(file) => void json.start(file)}
    />
  )
  return (
    <RecordFormPage {...props} form={form} width="full" menu={menu} lastImport={json}>
      <OverrideFields key={json.round} base={form.base.values} />
    </RecordFormPage>
  )
}

function OverrideFields({ base }: { readonly base: OverrideValues }) {
  const { suggestions, search } = useOverrideSuggestions()
  const elsewhere = useElsewhere(base.id)
  return (
    <>
      <div className={form.fields}>
        <TextField name="name" label="Name" description="Overrides apply in name order; the last one wins." isMono />
      </div>
      <SecretsNotice />
      <SuggestionSearch value={search}>
        {overrideTables.map((table) => (
          <OverrideRowsField key={table.name} {...{ table, base, suggestions, elsewhere }} />
        ))}
      </SuggestionSearch>
    </>
  )
}

/** The values of an override are not secret. */
const SecretsNotice = () => (
  <Notice kind="warning" icon="lock">
    <p>
      No passwords, tokens or other secrets belong here: values are stored as they are, stay in the history, and are
      sent to every monitoring box.
    </p>
    <p>
      Boxes have a secrets file. From it they read each attribute whose name ends in{' '}
      <span className="mono">_TOKEN</span>, <span className="mono">_PASSWORD</span>,{' '}
      <span className="mono">_SECRET</span>, <span className="mono">_USERNAME</span> or the like, under its own name:{' '}
      <span className="mono">argo.api_TOKEN</span> is <code className="mono">$ARGO_API_TOKEN</code> there. Such an
      attribute needs no row here.
    </p>
    <ul>
      <li>
        Host attributes: where a host needs another secret, refer to it as <code className="mono">$NAME</code>.
      </li>
      <li>
        Global attributes: <code className="mono">$NAME</code> does not work. A global value keeps boxes from reading
        the secrets file for that attribute.
      </li>
      <li>Both: the path of a file of the box, for probes that read their secret from a file.</li>
    </ul>
  </Notice>
)

interface Props {
  readonly table: OverrideTable
  readonly base: OverrideValues
  readonly suggestions: OverrideSuggestions
  readonly elsewhere: Elsewhere
}

/** One of the three tables of an override, edited row by row or pasted from a spreadsheet. */
function OverrideRowsField({ table: { name, title, description, rows }, base, suggestions, elsewhere }: Props) {
  const suggestionsOf = useCallback(
    (cell: OverrideCell, row: OverrideRow) => (cell === 'value' ? undefined : suggestions(cell, row)),
    [suggestions],
  )
  const marksOf = useCallback(
    (row: OverrideRow) => {
      const otherOverrides = rows.isBlank(row) ? undefined : elsewhere(name, keyOf(row))
      return (
        <>
          {!rows.isBlank(row) && row.value.trim() === '' && <Mark tone="warn">No value</Mark>}
          {isProbablySecret(row) && <Mark tone="warn">Secret?</Mark>}
          {name === 'global_attributes' && secretVariablesIn(row.value).length > 0 && (
            <Mark tone="warn">Not filled in</Mark>
          )}
          {otherOverrides !== undefined && <span className={classes.elsewhere}>Also in {otherOverrides}</span>}
        </>
      )
    },
    [name, rows, elsewhere],
  )
  return (
    <RowsField
      name={name}
      definition={rows}
      stored={base[name]}
      isNew={base.id === 0}
      label={title}
      description={description}
      isOneOfSeveral
      {...{ suggestionsOf, marksOf }}
    />
  )
}

/** Secrets belong into a file of the box; `$NAME` refers to one. */
const isProbablySecret = ({ attribute, value }: OverrideRow): boolean =>
  namesSecret(attribute.trim()) && value.trim() !== '' && !/^[$/]/.test(value.trim())
