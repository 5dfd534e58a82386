import type { MetricInstance, MetricProfile, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { serviceTypes } from '#features/service-types/service-types.queries.ts'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { FileMenu } from '#kit/imports/FileMenu.tsx'
import { useCsvImport } from '#kit/imports/use-csv-import.ts'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { AddPage, ClonePage, objectPages } from '#kit/resource/object-pages.tsx'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import { Mark } from '#ui/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import { CombinedFrom } from './CombinedFrom.tsx'
import { importPairsInto, planPairImport, withoutPairImport } from './import-pairs.ts'
import { LazyUsage, MetricProfileDetails, MetricProfileFields } from './MetricProfileDetailsPage.tsx'
import type { PairSheetRow } from './metric-csv.ts'
import {
  type MetricProfileValues,
  metricProfileDefinition,
  metricProfileSchema,
  metricProfileTables,
  metricProfileValuesOf,
  pairRules,
} from './metric-profile-form.ts'
import { exportPairs, exportTemplate, pairFiles } from './pair-files.ts'
import { type KnownParts, type PairPart, type PairRow, pairRows, pairsOfRows, unknownPartsOf } from './pair-rows.ts'
import classes from './pairs.module.css'
import { readKnownParts, useKnownParts, useSuggestedParts } from './use-known-parts.ts'

interface Props extends RecordFormProps<typeof metricProfiles, MetricProfileValues> {
  /** Between the fields and the pairs. */
  readonly children?: ReactNode
}

/** The form of a metric profile: of a new one, of a clone, of a stored one. */
function MetricProfileForm(props: Props) {
  const { base, record, children } = props
  const knownParts = useKnownParts()
  const schema = useMemo(() => metricProfileSchema(knownParts, base.values.services), [knownParts, base])
  const form = useRecordForm(metricProfileDefinition, props, { schema, fieldOf: metricProfileTables.fieldOf })
  const stored = form.base.values.services
  const queries = useQueryClient()
  const csv = usePairImport({ methods: form.methods, stored, knownParts: () => readKnownParts(queries) })
  const exportRows = (name: string) => {
    const rows = form.methods.getValues('services')
    void exportPairs(name, pairsOfRows(rows), pairRows.countChanges(stored, rows) > 0)
  }
  const menu = (
    <FileMenu
      format="CSV"
      onExport={record && (() => exportRows(record.name))}
      onFile={csv.start}
      onTemplate={() => exportTemplate()}
    />
  )
  return (
    <RecordFormPage {...props} form={form} width="full" menu={menu} lastImport={csv}>
      <MetricProfileFields {...(record && { fixedName: 'The name cannot be changed.' })} />
      {children}
      <PairsField key={csv.round} base={form.base.values} />
      {record && <LazyUsage {...record} />}
    </RecordFormPage>
  )
}

/** The pairs of a profile, edited row by row or pasted from a spreadsheet. */
function PairsField({ base }: { readonly base: MetricProfileValues }) {
  const knownParts = useKnownParts()
  const suggested = useSuggestedParts()
  const suggestionsOf = useCallback(
    (part: 'from' | PairPart) => (part === 'from' ? undefined : suggested[part]),
    [suggested],
  )
  const marksOf = useCallback(
    (row: PairRow, problems: { readonly cells: object } | undefined) => {
      const [unknown] = unknownPartsOf(row, knownParts)
      const hasError = problems !== undefined && Object.keys(problems.cells).length > 0
      return (
        <>
          {!hasError && unknown && <Mark tone="warn">{`Unknown ${unknown}`}</Mark>}
          {row.from.length > 0 && (
            <span className={classes.from}>From {row.from.map(({ tenant }) => tenant).join(', ')}</span>
          )}
        </>
      )
    },
    [knownParts],
  )
  return (
    <RowsField
      name="services"
      definition={pairRows}
      stored={base.services}
      label="Metric instances"
      suggestionsOf={suggestionsOf}
      marksOf={marksOf}
    >
      <div className={classes.notice}>
        <ServiceTypesNotice />
      </div>
    </RowsField>
  )
}

/** Says why no service flavours are suggested; nothing if they are. */
function ServiceTypesNotice() {
  const { data, error, isFetching, refetch } = useQuery(serviceTypes)
  if (data) {
    if (data.length > 0) return null
    return (
      <Notice kind="info">
        <p>This tenant has no service types yet, so service flavours are neither suggested nor checked.</p>
      </Notice>
    )
  }
  if (!error) return null
  return (
    <LoadFailure subject="The service types" error={error} retry={refetch} isBusy={isFetching}>
      Service flavours are neither suggested nor checked.
    </LoadFailure>
  )
}

interface Options {
  readonly methods: UseFormReturn<MetricProfileValues>
  readonly stored: readonly PairRow[]
  /** A file that is chosen before they have come waits for them. */
  readonly knownParts: () => Promise<KnownParts>
}

/** Brings the pairs of a file into the form. */
const usePairImport = ({ methods, stored, knownParts }: Options) =>
  useCsvImport<PairSheetRow, MetricInstance, readonly PairRow[]>({
    kind: pairFiles,
    rows: () => methods.getValues('services'),
    put: (rows) =>
      methods.setValue('services', [...rows], { shouldDirty: true, shouldTouch: true, shouldValidate: true }),
    async checks() {
      const parts = await knownParts()
      const rules = pairRules(parts, stored)
      return { planOf: (sheet, rows) => planPairImport(sheet, rows, rules), warnings: unchecked(parts) }
    },
    importInto: (rows, { plan, mode }) => importPairsInto(rows, stored, plan, mode),
    withoutImport: withoutPairImport,
  })

const unchecked = ({ service, metric }: KnownParts): string[] => [
  ...(service ? [] : ['The service types are not known, so service flavours are not checked.']),
  ...(metric ? [] : ['The predefined metrics are not loaded, so metrics are checked when you save.']),
]

const definition = metricProfileDefinition
const shared = { definition, Form: MetricProfileForm } as const

const CombiningForm = (props: RecordFormProps<typeof metricProfiles, MetricProfileValues>) => (
  <MetricProfileForm {...props}>
    <CombinedFrom />
  </MetricProfileForm>
)

const cloneOf = (profile: MetricProfile, mayChange: boolean) => {
  const groupname = mayChange ? profile.groupname : ''
  const values = metricProfileValuesOf({ ...profile, name: `Cloned ${profile.name}`, groupname })
  return metricProfileTables.beside(values, definition.blank)
}

export const metricProfilePages = {
  ...objectPages({
    ...shared,
    Details: MetricProfileDetails,
    restore: (old, now) => ({ ...metricProfileTables.beside(old, now), name: now.name }),
  }),
  add: <AddPage definition={definition} Form={CombiningForm} />,
  clone: <ClonePage {...shared} cloneOf={cloneOf} />,
}
