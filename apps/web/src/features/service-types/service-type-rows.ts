import { records, text } from '@quatrain/contract/compare/field.ts'
import {
  replaceServiceTypes,
  type ServiceTypeDocument,
  type ServiceTypeRow,
  serviceTypes,
} from '@quatrain/contract/resources/service-type.ts'
import { problemsOfServiceTypes, serviceTypeMessages } from '@quatrain/contract/resources/service-type-rules.ts'
import { isOfConsole } from '@quatrain/contract/web-api/merged-service-types.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import { fieldOfSent } from '#kit/rows/form-tables.ts'
import { hiddenCell, linesCell, textCell } from '#kit/rows/row-cells.ts'
import { defineRows, type Row } from '#kit/rows/row-definition.ts'
import { type RowProblem, ruledRows } from '#kit/rows/row-rules.ts'
import type { FormDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'

/** A service type in the table; those of the topology are locked. */
export interface TypeValues extends ServiceTypeDocument {
  readonly isLocked: boolean
}

export type TypeRow = Row<TypeValues>

const rowsWith = (hasTitles: boolean) =>
  defineRows<TypeValues>({
    one: 'service type',
    cells: {
      name: textCell('Service name', { width: '24%', alsoCalled: /^name$/i }),
      title: hasTitles
        ? textCell('Service title', { width: '20%', keepsSpaces: true, alsoCalled: /^title$/i })
        : hiddenCell(z.string(), ''),
      description: linesCell('Service description', { alsoCalled: /^description$/i }),
      isLocked: hiddenCell(z.boolean(), false),
    },
    identityOf: ({ name }) => name,
    nameOf: ({ name }) => name.trim(),
  })

const definitions = { titled: rowsWith(true), untitled: rowsWith(false) }

export const typeRows = (hasTitles: boolean) => (hasTitles ? definitions.titled : definitions.untitled)

const formValues = z.object({ servicetypes: definitions.titled.schema })

export type ServiceTypesValues = z.output<typeof formValues>

/** All service types as rows of the form. */
export const typeValuesOf = (types: readonly ServiceTypeRow[], hasTitles: boolean): ServiceTypesValues => ({
  servicetypes: typeRows(hasTitles).fromStored(
    types.map(({ name, title, description, tags }) => ({ name, title, description, isLocked: !isOfConsole({ tags }) })),
  ),
})

const documentOf = ({ name, title, description }: TypeValues): ServiceTypeDocument => ({ name, title, description })

/** All service types of the table. */
export const documentsIn = ({ servicetypes }: ServiceTypesValues): ServiceTypeDocument[] =>
  definitions.titled.valuesOf(servicetypes).map(documentOf)

/** Returns the service types that users maintain in the console. */
const ownTypesIn = ({ servicetypes }: ServiceTypesValues): ServiceTypeDocument[] =>
  definitions.titled
    .valuesOf(servicetypes)
    .filter(({ isLocked }) => !isLocked)
    .map(documentOf)

/** Stores exactly these service types besides those of the topology. */
export const replaceWith = (types: readonly ServiceTypeDocument[]) =>
  writeOf(replaceServiceTypes, { body: { servicetypes: [...types] } })

const listDocument = z.object({ servicetypes: z.array(serviceTypes.document) })

/** How lists of service types are compared. */
export const comparedTypes = (hasTitles: boolean) => ({
  servicetypes: records('service types', {
    identity: { name: 'Service name' },
    fields: { ...(hasTitles && { title: text('Service title') }), description: text('Service description') },
  }),
})

/** Documents of service types as one list. */
export const listOf = (documents: readonly unknown[]) => ({
  servicetypes: documents.flatMap((document) => serviceTypes.document.safeParse(document).data ?? []),
})

/** The list is saved as one. The locked rows of another state are those of the base. */
const definitionWith = (hasTitles: boolean): FormDefinition<ServiceTypesValues> => {
  const rows = typeRows(hasTitles)
  return {
    resource: serviceTypes,
    paths: paths.serviceTypes,
    values: formValues,
    compared: comparedTypes(hasTitles),
    nameOf: (values) => counted(ownTypesIn(values).length, 'service type'),
    writes: {
      add: (values) => replaceWith(ownTypesIn(values)),
      change: (values) => replaceWith(ownTypesIn(values)),
      remove: () => replaceWith([]),
    },
    toDocument: (values) => ({ servicetypes: ownTypesIn(values) }),
    fromDocument: (document, currentValues) => {
      const { data } = listDocument.safeParse(document)
      const locked = currentValues?.servicetypes.filter(({ isLocked }) => isLocked) ?? []
      const all = [...locked, ...(data?.servicetypes.map((type) => ({ ...type, isLocked: false })) ?? [])]
      return data && { servicetypes: rows.matching(all, currentValues?.servicetypes ?? []) }
    },
    collectedAs: 'replaceAll',
    joinDocuments: listOf,
    countChanges: (before, after) => rows.countChanges(before.servicetypes, after.servicetypes),
    wordsOf: () => ({ success: { title: 'Change', line: 'Service types successfully changed' } }),
  }
}

const listDefinitions = { titled: definitionWith(true), untitled: definitionWith(false) }

export const serviceTypesDefinition = (hasTitles: boolean) =>
  hasTitles ? listDefinitions.titled : listDefinitions.untitled

const nameIsFixed = 'The name of a service type cannot be changed'

/** The rules of the table, against the stored service types. */
export function serviceTypesSchema(stored: readonly ServiceTypeRow[], base: ServiceTypesValues, hasTitles: boolean) {
  const rows = typeRows(hasTitles)
  const storedRows = rows.byId(base.servicetypes)
  const problemsAmong = (typeRows: readonly TypeRow[]): ReadonlyMap<number, readonly RowProblem[]> => {
    const problemsById = new Map<number, readonly RowProblem[]>()
    const complain = (index: number, field: string, message: string) =>
      problemsById.set(index, [...(problemsById.get(index) ?? []), { path: [field], message }])
    const submitted = typeRows.flatMap((row, index) =>
      row.isLocked || rows.isBlank(row) ? [] : [{ ...row, name: row.name.trim(), index }],
    )
    for (const { index, field, message } of problemsOfServiceTypes(submitted, { stored, hasTitles })) {
      complain(submitted[index]?.index ?? index, field, message)
    }
    for (const { id, name, index } of submitted) {
      const before = storedRows.get(id)
      if (before && before.name !== name && !hasNameProblem(name)) complain(index, 'name', nameIsFixed)
    }
    return problemsById
  }
  return z.object({ servicetypes: ruledRows<TypeRow>({ problemsAmong }) })

  function hasNameProblem(name: string): boolean {
    const problems = problemsOfServiceTypes([{ name, title: '', description: 'd' }], { stored, hasTitles: false })
    return problems.some(({ message }) => message === serviceTypeMessages.name.invalid)
  }
}

/** Locked and blank rows are not sent. */
export function fieldOfServiceTypes(path: string, values: ServiceTypesValues): string {
  const submitted = values.servicetypes.filter(({ isLocked }) => !isLocked)
  const [, index, field] = fieldOfSent<ServiceTypesValues>({ servicetypes: definitions.titled })(path, {
    servicetypes: submitted,
  }).split('.')
  const row = submitted[Number(index)]
  const place = row ? values.servicetypes.indexOf(row) : -1
  return place < 0 ? path : `servicetypes.${place}.${field ?? 'name'}`
}
