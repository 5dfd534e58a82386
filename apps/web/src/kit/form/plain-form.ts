import type { DocumentOf, RecordOf, Resource } from '@quatrain/contract/kit/resource.ts'
import type { DocumentInput } from '@quatrain/contract/kit/stored-document.ts'
import { z } from 'zod'
import { fieldOfSent } from '#kit/rows/field-of-sent.ts'
import { type AddableDefinition, defineForm } from '#kit/write/form-definition.ts'

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
    warningTitle: 'Warning',
    failureTitle: 'Error',
  })
  const schema = contractRules(values, resource.add ?? z.never(), document.parse)
  return { definition, rules: { schema, fieldOf: fieldOfSent<PlainValues<R>>({}) } }
}

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
