import { type Metric, metrics } from '@quatrain/contract/resources/metric.ts'
import {
  type MetricOverride,
  type metricOverrides,
  namesSecret,
  secretVariablesIn,
} from '@quatrain/contract/resources/metric-override.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { resourceQueries } from '#kit/api/queries.ts'
import { TextField } from '#kit/fields/fields.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { FileMenu } from '#kit/imports/FileMenu.tsx'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import { Mark } from '#ui/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SuggestionSearch } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import { byUse, overrideQueries, useHostSuggestions } from './metric-overrides.queries.ts'
import { fieldOfOverride, listsOf, type OverrideValues, overrideDefinition, overrideSchema } from './override-form.ts'
import {
  keyOf,
  type ListName,
  type OverrideCell,
  type OverrideRow,
  type OverrideTable,
  type OverrideTexts,
  overrideTables,
} from './override-rows.ts'
import classes from './overrides.module.css'
import { exportLists, useOverrideImport } from './use-override-import.ts'

/** The form of an override: of a new one, of a clone, of a stored one. */
export function OverrideForm(props: RecordFormProps<typeof metricOverrides, OverrideValues>) {
  const { record } = props
  const form = useRecordForm(overrideDefinition, props, { schema: overrideSchema, fieldOf: fieldOfOverride })
  const json = useOverrideImport(form.methods)
  const menu = (
    <FileMenu
      format="JSON"
      onExport={record && (() => exportLists(record.name, listsOf(form.methods.getValues())))}
      onFile={json.start}
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
          <OverrideRowsField
            key={table.name}
            table={table}
            base={base}
            suggestions={suggestions}
            elsewhere={elsewhere}
          />
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
      suggestionsOf={suggestionsOf}
      marksOf={marksOf}
    />
  )
}

/** Secrets belong into a file of the box; `$NAME` refers to one. */
const isProbablySecret = ({ attribute, value }: OverrideRow): boolean =>
  namesSecret(attribute.trim()) && value.trim() !== '' && !/^[$/]/.test(value.trim())

/** The suggestions for a cell of a row. */
type OverrideSuggestions = (cell: OverrideCell, row: OverrideTexts) => readonly Suggestion[]

const noSuggestions: readonly Suggestion[] = []

/**
 * Hosts that overrides or the topology name, the metrics of the tenant, and the attributes and parameters that these have.
 * `search` is told what is typed.
 */
function useOverrideSuggestions() {
  const { suggestions: hosts, search } = useHostSuggestions()
  const { data: knownMetrics } = useQuery(resourceQueries(metrics).list())
  const suggestions = useMemo((): OverrideSuggestions => {
    const names = (knownMetrics ?? []).map(({ name, mtype }) => ({ value: name, hint: mtype }))
    const attributes = byUse(
      (knownMetrics ?? []).flatMap(({ attribute }) => attribute.map(({ key }) => key)),
      'metric',
    )
    const parameters = new Map((knownMetrics ?? []).map((metric) => [metric.name, parametersOf(metric)]))
    return (cell, row) => {
      if (cell === 'hostname') return hosts
      if (cell === 'attribute') return attributes
      if (cell === 'metric') return names
      return cell === 'parameter' ? (parameters.get(row.metric.trim()) ?? noSuggestions) : noSuggestions
    }
  }, [hosts, knownMetrics])
  return { suggestions, search }
}

/** An option that is an attribute now can be set as well. */
const parametersOf = ({ parameter, attribute }: Metric): readonly Suggestion[] => [
  ...parameter.map(({ key, value }) => ({ value: key, hint: value === '' ? 'now without a value' : `now ${value}` })),
  ...attribute
    .filter(({ value }) => /^-\S*$/.test(value))
    .map(({ key, value }) => ({ value, hint: `attribute ${key}` })),
]

/** The names of the other overrides with a row of this key in this list; undefined if there are none. */
type Elsewhere = (list: ListName, key: string) => string | undefined

const noOverrides: readonly MetricOverride[] = []

/** Finds values that several overrides set, of which the last in name order wins. */
function useElsewhere(id: number): Elsewhere {
  const overrides = useQuery(overrideQueries.list()).data ?? noOverrides
  return useMemo(() => {
    const overridesByRow = new Map<string, string[]>()
    for (const override of overrides.filter((candidate) => candidate.id !== id)) {
      for (const { name } of overrideTables) {
        for (const row of override[name]) {
          const key = `${name} ${keyOf(row)}`
          overridesByRow.set(key, [...(overridesByRow.get(key) ?? []), override.name])
        }
      }
    }
    return (list, key) => overridesByRow.get(`${list} ${key}`)?.join(', ')
  }, [overrides, id])
}
