import { zodResolver } from '@hookform/resolvers/zod'
import type { DocumentOf, RecordOf, Resource } from '@quatrain/contract/kit/resource.ts'
import type { DocumentInput } from '@quatrain/contract/kit/stored-document.ts'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { z } from 'zod'
import { fieldOfSent } from '#kit/rows/form-tables.ts'
import { rowErrorsOf } from '#kit/rows/row-rules.ts'
import { type AddableDefinition, defineForm } from '#kit/write/form-definition.ts'

/**
 * Validates a form by its schema. Tables of rows whose schema is made by `ruledRows` are validated row by row: a row that
 * has not changed keeps its errors. With `visited`, empty cells have none before the user was there.
 */
export function formResolver<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  visited?: VisitedCells,
): Resolver<Values> {
  const tables = tablesIn(schema)
  if (!(schema instanceof z.ZodObject) || tables.length === 0) return zodResolver(schema)
  const unchecked = Object.fromEntries(tables.map(({ name }) => [name, z.unknown()]))
  // The same object, except that its tables are not validated.
  const resolveFields = zodResolver(schema.extend(unchecked) as unknown as z.ZodType<Values, Values>)
  return async (values, context, options) => {
    const result = await resolveFields(values, context, options)
    const tableErrors = tables.flatMap(({ name, errorsOf }) => {
      const all = errorsOf(values[name])
      const errors = all && visited ? visited.visitedErrors(all, values[name]) : all
      return errors === undefined ? [] : [[name, errors] as const]
    })
    if (tableErrors.length === 0) return result
    // The library types errors by the fields of one form.
    const errors = { ...result.errors, ...Object.fromEntries(tableErrors) } as FieldErrors<Values>
    return { values: {}, errors }
  }
}

const tablesIn = (schema: z.ZodType) =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).flatMap(([name, part]) => {
        const errorsOf = rowErrorsOf(part)
        return errorsOf === undefined ? [] : [{ name, errorsOf }]
      })
    : []

/** The cells of tables that the user has left, and whether the user has tried to save. */
export interface VisitedCells {
  /** Adds the cell of an element that loses the focus. */
  readonly leave: (element: Element) => void
  /** From now on every cell counts as visited. */
  readonly visitAll: () => void
  /** The errors of rows without those of empty cells that the user has not visited. Returns nothing if none is left. */
  readonly visitedErrors: (errors: readonly (object | undefined)[], rows: unknown) => readonly unknown[] | undefined
}

/** Nobody is told that a cell is required before they were there. */
export function visitedCells(): VisitedCells {
  const left = new Set<string>()
  let isAll = false
  // The same errors stay the same object, so that only rows with other errors are rendered.
  let visitedErrors = new WeakMap<object, object>()
  const isHidden = (key: string, name: string, value: unknown) => value === '' && !left.has(`${key}\n${name}`)
  const visitedIn = (error: object, row: object, prefix: string): object | undefined => {
    const earlier = visitedErrors.get(error)
    if (earlier) return earlier
    const key = prefix + String(Reflect.get(row, 'id'))
    const entries = Object.entries(error)
    const visitedEntries = entries.flatMap(([name, inner]: [string, unknown]) => {
      const value: unknown = Reflect.get(row, name)
      if (!Array.isArray(inner)) return isHidden(key, name, value) ? [] : [[name, inner] as const]
      const nested = visitedAmong(inner, value, `${key}\n`)
      return nested ? [[name, nested] as const] : []
    })
    if (visitedEntries.length === 0) return undefined
    const isSame =
      visitedEntries.length === entries.length &&
      visitedEntries.every(([name, inner]) => inner === Reflect.get(error, name))
    const visited = isSame ? error : Object.fromEntries(visitedEntries)
    visitedErrors.set(error, visited)
    return visited
  }
  const visitedAmong = (errors: readonly unknown[], rows: unknown, prefix: string): readonly unknown[] | undefined => {
    if (isAll || !Array.isArray(rows)) return errors
    const visited = errors.map((error, index) => {
      const row: unknown = rows[index]
      return isObject(error) && isObject(row) ? visitedIn(error, row, prefix) : error
    })
    if (visited.every((error, index) => error === errors[index])) return errors
    return visited.some(Boolean) ? visited : undefined
  }
  return {
    leave(element) {
      const [row, cell] = [element.closest<HTMLElement>('[data-row]'), element.closest<HTMLElement>('[data-cell]')]
      if (!row || !cell) return
      left.add(`${row.dataset.row}\n${cell.dataset.cell}`)
      visitedErrors = new WeakMap()
    },
    visitAll() {
      isAll = true
    },
    visitedErrors: (errors, rows) => visitedAmong(errors, rows, ''),
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The fields of a document, and what identifies a stored object, because its name can be changed. */
export type PlainValues<R extends Resource> = DocumentOf<R> & { readonly id?: number | undefined }

interface Parts<R extends Resource>
  extends Pick<AddableDefinition<R, PlainValues<R>>, 'resource' | 'paths' | 'nameOf' | 'sideEffects' | 'warnsBy'> {
  readonly blank: DocumentOf<R>
  /** The document of a stored object, if that is more than some of its fields. */
  readonly documentOf?: (record: RecordOf<R>) => DocumentOf<R>
}

/**
 * The definition and the rules of a form with the fields of the kind's documents, which are also what an add and a
 * change send.
 */
export function plainForm<R extends Resource>({ documentOf, ...parts }: Parts<R>) {
  const { resource } = parts
  // `DocumentOf` and `RecordOf` are the outputs of these schemas, which are generic here.
  const document = resource.document as z.ZodObject & z.ZodType<DocumentOf<R>>
  const values = document.extend({ id: z.int().optional() }) as unknown as z.ZodType<PlainValues<R>, PlainValues<R>>
  const definition = defineForm<R, PlainValues<R>>({
    ...parts,
    values,
    valuesOf: (record) => values.parse(documentOf ? { ...documentOf(record), id: record.id } : record),
    // Nothing converts the documents of a plain kind.
    inputOf: (values) => document.parse(values) as DocumentInput<R>,
    valuesOfInput: (input) => input as PlainValues<R>,
    failureTitle: 'Error',
  })
  const schema = contractRules(values, resource.add ?? z.never(), document.parse)
  return { definition, rules: { schema, fieldOf: fieldOfSent<PlainValues<R>>({}) } }
}

/** The field with a list of texts, one of which is at this path: a problem of one is shown at all of them. */
export const fieldOfText = (path: string): string => path.replace(/\.\d+$/, '')

/**
 * The schema of a form with the rules of the contract: it validates the input that would be sent. `sentOf` converts the
 * values of the form to the input of `rules`. Fields have the same names in both, or `fieldOf` finds them.
 */
export const contractRules = <Values>(
  values: z.ZodType<Values, Values>,
  rules: z.ZodType,
  sentOf: (values: Values) => unknown,
  fieldOf: (path: string, values: Values) => string = (path) => path,
): z.ZodType<Values, Values> =>
  values.superRefine((formValues, context) => {
    for (const { path, message } of rules.safeParse(sentOf(formValues)).error?.issues ?? []) {
      const field = fieldOf(path.join('.'), formValues).split('.')
      context.addIssue({
        code: 'custom',
        path: field.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
        message,
      })
    }
  })
