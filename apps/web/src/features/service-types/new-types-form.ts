import {
  addServiceTypes,
  type ServiceTypeDocument,
  type ServiceTypeRow,
  serviceTypes,
} from '@quatrain/contract/resources/service-type.ts'
import { problemsOfNewServiceTypes, type ServiceTypeProblem } from '@quatrain/contract/resources/service-type-rules.ts'
import { isOfConsole } from '@quatrain/contract/web-api/merged-service-types.ts'
import { z } from 'zod'
import { type Write, writeOf } from '#kit/api/write.ts'
import type { FormDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { comparedTypes, listOf, replaceWith, type TypeRow, typeRows } from './service-type-rows.ts'

const rows = typeRows(true)

/** The service type that is being typed, and those that are prepared. */
const formValues = serviceTypes.document.extend({ prepared: rows.schema.default([]) })

export type NewTypesValues = z.output<typeof formValues>

/** The fields of the service type that is being typed. */
export const typedFields = serviceTypes.document.keyof().options

export const noTypes: NewTypesValues = { name: '', title: '', description: '', prepared: [] }

/** The service type that is being typed. */
export const typedIn = ({ name, title, description }: ServiceTypeDocument): ServiceTypeDocument => ({
  name: name.trim(),
  title,
  description,
})

export const preparedIn = ({ prepared }: NewTypesValues): TypeRow[] => prepared.filter((row) => !rows.isBlank(row))

const hasTyped = (values: NewTypesValues) => typedFields.some((field) => values[field].trim() !== '')

/** What a save adds: the prepared service types, and the one that is being typed. */
const addedBy = (values: NewTypesValues): ServiceTypeDocument[] => [
  ...preparedIn(values).map(typedIn),
  ...(hasTyped(values) ? [typedIn(values)] : []),
]

function addWrite(added: readonly ServiceTypeDocument[]): Write {
  const names = new Set(added.map(({ name }) => name))
  return {
    ...writeOf(addServiceTypes, { body: { servicetypes: [...added] } }),
    reverse: ({ record }) => {
      const { servicetypes } = addServiceTypes.answer.parse(record)
      return replaceWith(servicetypes.filter((type) => isOfConsole(type) && !names.has(type.name)).map(typedIn))
    },
  }
}

const listDocument = z.object({ servicetypes: z.array(serviceTypes.document) })

const definitionWith = (hasTitles: boolean): FormDefinition<NewTypesValues> => {
  const save = (values: NewTypesValues) => addWrite(addedBy(values))
  return {
    resource: serviceTypes,
    paths: paths.serviceTypes,
    values: formValues,
    compared: comparedTypes(hasTitles),
    nameOf: (values) => counted(addedBy(values).length, 'service type'),
    writes: { add: save, change: save, remove: () => addWrite([]) },
    toDocument: (values) => ({ servicetypes: addedBy(values) }),
    fromDocument: (document) => {
      const { data } = listDocument.safeParse(document)
      return data && { ...noTypes, prepared: rows.fromStored(data.servicetypes) }
    },
    collectedAs: 'add',
    joinDocuments: listOf,
    countChanges: (before, after) =>
      rows.countChanges(before.prepared, after.prepared) +
      (typedFields.every((field) => before[field] === after[field]) ? 0 : 1),
    wordsOf: (values) => ({
      title: 'Add service types',
      question: `Are you sure you want to add ${counted(addedBy(values).length, 'service type')}?`,
      success: { title: 'Add', line: 'Service types successfully added' },
    }),
  }
}

const definitions = { titled: definitionWith(true), untitled: definitionWith(false) }

export const newTypesDefinition = (hasTitles: boolean) => (hasTitles ? definitions.titled : definitions.untitled)

/** What the new service types are checked against. */
export interface KnownTypes {
  readonly stored: readonly ServiceTypeRow[]
  readonly hasTitles: boolean
}

/** What is wrong with the service type that is being typed, even if nothing is typed yet. */
export const problemsOfTyped = (values: NewTypesValues, knownTypes: KnownTypes): readonly ServiceTypeProblem[] => {
  const prepared = preparedIn(values)
  return problemsOfNewServiceTypes([...prepared, values].map(typedIn), knownTypes).filter(
    ({ index }) => index === prepared.length,
  )
}

/** The rules of the form. */
export const newTypesSchema = (knownTypes: KnownTypes) =>
  z
    .object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      prepared: z.custom<TypeRow[]>((value) => Array.isArray(value)),
    })
    .superRefine((values, context) => {
      for (const { index, field, message } of problemsOfNewServiceTypes(addedBy(values), knownTypes)) {
        context.addIssue({ code: 'custom', message, path: placeOf(values, index, field) })
      }
    })

function placeOf(values: NewTypesValues, index: number, field: string): (string | number)[] {
  const row = preparedIn(values)[index]
  return row ? ['prepared', values.prepared.indexOf(row), field] : [field]
}

/** The field of the form for a path in what was sent. */
export function fieldOfNew(path: string, values: NewTypesValues): string {
  const [list, index, field = 'name'] = path.split('.')
  return list === 'servicetypes' && index !== undefined ? placeOf(values, Number(index), field).join('.') : path
}
