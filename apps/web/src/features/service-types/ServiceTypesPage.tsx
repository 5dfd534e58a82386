import { Button } from '@mantine/core'
import { type ServiceTypeRow, serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { consoleTag } from '@quatrain/contract/web-api/merged-service-types.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { z } from 'zod'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { FileMenu } from '#kit/imports/FileMenu.tsx'
import { ImportNotice } from '#kit/imports/last-import.tsx'
import { useCsvImport } from '#kit/imports/use-csv-import.ts'
import { SelectAllBox, SelectionBox } from '#kit/list/selection.tsx'
import { type Selection, useSelection } from '#kit/list/use-selection.tsx'
import { AddButton } from '#kit/page/AddButton.tsx'
import { FailurePage, PagePlaceholder } from '#kit/page/page-states.tsx'
import type { RowColumn } from '#kit/row-table/RowCells.tsx'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import classes from '#kit/row-table/rows.module.css'
import type { WriteWords } from '#kit/write/form-definition.ts'
import { SavedNotice, useJustSaved, useUndo } from '#kit/write/last-save.tsx'
import { paths } from '#lib/paths.ts'
import { useStored } from '#lib/storage.ts'
import { counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import {
  exportServiceTypes,
  importTypesInto,
  planTypeImport,
  serviceTypeFiles,
  withoutTypeImport,
} from './import-service-types.ts'
import { ServiceTypeList } from './ServiceTypeList.tsx'
import { SourceMark } from './SourceMark.tsx'
import {
  documentsIn,
  fieldOfServiceTypes,
  type ServiceTypesValues,
  serviceTypesDefinition,
  serviceTypesSchema,
  type TypeRow,
  type TypeValues,
  typeRows,
  typeValuesOf,
} from './service-type-rows.ts'
import { storedServiceTypes } from './service-types.queries.ts'

/** The list of service types: a form for users who may change it, a table for all others. */
export function ServiceTypesPage() {
  const mayChange = useMay()('change', serviceTypes)
  return mayChange ? <EditedTypes /> : <ServiceTypeList view="member" />
}

/** The list is read again each time, since a form must not start from a cached state. */
function EditedTypes() {
  const { key } = useLocation()
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...storedServiceTypes,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (error && isFetchedAfterMount) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data || !isFetchedAfterMount) return <PagePlaceholder title="Service types" />
  // The key changes with each save, so that the form starts from the stored state.
  return <ServiceTypesForm key={key} {...data} />
}

interface Stored {
  readonly types: readonly ServiceTypeRow[]
  readonly etag: string | undefined
}

/** The list is saved as a whole, so it has neither Add nor Delete. */
function ServiceTypesForm({ types, etag }: Stored) {
  const { use_service_title: hasTitles, tenant_name: tenant } = useConsoleContext().options
  const queries = useQueryClient()
  const base = useMemo(() => typeValuesOf(types, hasTitles), [types, hasTitles])
  const schema = useMemo(() => serviceTypesSchema(types, base, hasTitles), [types, base, hasTitles])
  const form = useResourceForm({
    definition: serviceTypesDefinition(hasTitles),
    stored: 'all',
    draftName: 'all',
    base: { values: base, etag },
    schema,
    reload: async () => {
      const fresh = await queries.fetchQuery({ ...storedServiceTypes, staleTime: 0 })
      return { values: typeValuesOf(fresh.types, hasTitles), etag: fresh.etag }
    },
    fieldOf: fieldOfServiceTypes,
  })
  const selection = useSelection()
  const saved = useJustSaved()
  const undo = useUndo(saved)
  const deleteSelected = () => {
    const count = form.methods.getValues('servicetypes').filter(({ id }) => selection.keys.has(id)).length
    if (count > 0) form.saveEdited((values) => withoutSelected(values, selection), deletionOfTypes(count))
  }
  const csv = useTypeImport({ methods: form.methods, base: form.base.values, types, hasTitles })
  const menu = (
    <FileMenu
      format="CSV"
      onExport={() => exportServiceTypes(tenant, documentsIn(form.methods.getValues()), hasTitles)}
      onFile={csv.start}
    />
  )
  return (
    <PageFrame
      title="Service types"
      menu={menu}
      actions={
        <>
          <Button color="red" disabled={selection.keys.size === 0 || form.isBusy} onClick={deleteSelected}>
            Delete selected
          </Button>
          <AddButton resource={serviceTypes} to={paths.serviceTypes.add} />
        </>
      }
    >
      <SavedNotice saved={saved} undo={undo} hasRow={false} isFiltered={false} />
      <ImportNotice {...csv} />
      <p>The kinds of services that are monitored. Those of the topology come from a connector, and are locked.</p>
      <ResourceForm form={{ ...form, remove: undefined }}>
        <ServiceTypesField key={csv.round} base={form.base.values} hasTitles={hasTitles} selection={selection} />
      </ResourceForm>
    </PageFrame>
  )
}

interface Props {
  readonly base: ServiceTypesValues
  readonly hasTitles: boolean
  readonly selection: Selection
}

const sizes = [30, 50, 100]

const lockOf = ({ isLocked }: TypeRow) => (isLocked ? 'From the topology' : undefined)

/** All service types, edited row by row or pasted from a spreadsheet. */
function ServiceTypesField({ base, hasTitles, selection }: Props) {
  const columns = useMemo(() => columnsWith(selection), [selection])
  const [size, onSize] = useStored('page-size.editedservicetypes', z.number().optional(), undefined)
  const definition = typeRows(hasTitles)
  const actionsOf = useCallback(
    ({ id }: TypeRow) => <DetailsLink name={base.servicetypes.find((row) => row.id === id)?.name} />,
    [base],
  )
  return (
    <RowsField
      name="servicetypes"
      definition={definition}
      stored={base.servicetypes}
      label="Service types"
      hasTitle={false}
      lockOf={lockOf}
      actionsOf={actionsOf}
      columns={columns}
      paging={{ sizes, size, onSize }}
    />
  )
}

/** A stored service type has a page. */
const DetailsLink = ({ name = '' }: { readonly name: string | undefined }) =>
  name === '' ? (
    <span className={classes.action} />
  ) : (
    <Link to={paths.serviceTypes.details(name)} className={classes.action} aria-label={`Open ${name}`} title="Open">
      <Icon name="document" size={16} />
    </Link>
  )

interface Options {
  readonly methods: UseFormReturn<ServiceTypesValues>
  readonly base: ServiceTypesValues
  readonly types: readonly ServiceTypeRow[]
  readonly hasTitles: boolean
}

/** Replaces the rows of the table with those of a file, or adds them. */
const useTypeImport = ({ methods, base, types, hasTitles }: Options) =>
  useCsvImport({
    kind: serviceTypeFiles(hasTitles),
    rows: () => methods.getValues('servicetypes'),
    put: (rows) =>
      methods.setValue('servicetypes', rows, { shouldDirty: true, shouldTouch: true, shouldValidate: true }),
    checks: () => ({
      planOf: (sheet, rows) => planTypeImport(sheet, rows, { stored: types, hasTitles }),
      warnings: [],
    }),
    importInto: (rows, answer) => importTypesInto(rows, base.servicetypes, answer, hasTitles),
    withoutImport: (imported, now) => withoutTypeImport(imported, now, hasTitles),
  })

/** The columns behind the texts of service types: their source, and the boxes to select them. */
export const columnsWith = (selection: Selection): readonly RowColumn<TypeValues>[] => [
  {
    header: 'Source',
    width: '110px',
    cell: ({ isLocked }) => <SourceMark tags={[isLocked ? 'topology' : consoleTag]} />,
  },
  {
    header: 'Select',
    width: '72px',
    head: (visibleRows) => (
      <SelectAllBox selection={selection} keys={visibleRows.filter(isSelectable).map(({ id }) => id)} />
    ),
    cell: (row) => (
      <SelectionBox
        label={`Select ${row.name}`}
        isChecked={selection.keys.has(row.id)}
        isDisabled={!isSelectable(row)}
        onChange={() => selection.toggle(row.id, [], false)}
      />
    ),
  },
]

const isSelectable = ({ isLocked, name }: TypeRow) => !isLocked && name.trim() !== ''

/** The table without the selected rows. */
export const withoutSelected = ({ servicetypes }: ServiceTypesValues, { keys }: Selection): ServiceTypesValues => ({
  servicetypes: servicetypes.filter(({ id }) => !keys.has(id)),
})

/** How deleting as many service types is called. */
export const deletionOfTypes = (count: number): WriteWords => ({
  title: 'Delete service types',
  question: `Are you sure you want to delete ${counted(count, 'service type')}?`,
  isDestructive: true,
  success: { title: 'Delete', line: 'Service types successfully deleted' },
})
