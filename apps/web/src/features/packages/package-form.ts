import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { inputFromDocument } from '@quatrain/contract/kit/stored-document.ts'
import { type Package, packageKey, packages } from '@quatrain/contract/resources/package.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import { contractRules } from '#kit/form/contract-rules.ts'
import type { AddableDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const formValues = z.object({
  /** Identifies a stored package, because its name can be changed. */
  id: z.number().optional(),
  name: z.string(),
  version: z.string(),
  use_present_version: z.boolean(),
  /** Labels of repos. */
  repos: z.array(z.string()),
})

export type PackageValues = z.output<typeof formValues>

const blank: PackageValues = { name: '', version: '', use_present_version: false, repos: [] }

export const valuesOf = (found: Package): PackageValues => formValues.parse(found)

const api = resourceEndpoints(packages)

const bodyOf = ({ id: _, ...fields }: PackageValues) => fields

export const packageDefinition: AddableDefinition<typeof packages, PackageValues> = {
  resource: packages,
  blank,
  valuesOf,
  paths: paths.packages,
  values: formValues,
  nameOf: packageKey,
  writes: {
    add: (values) => writeOf(api.add, { body: bodyOf(values) }),
    change: (values) => writeOf(api.change, { body: { ...bodyOf(values), id: values.id ?? 0 } }),
    remove: (key) => writeOf(api.remove, { params: { key } }),
  },
  toDocument: (values) => values,
  fromDocument: (document, beside) => {
    const input = inputFromDocument(packages, document)
    return input && { ...beside, ...input }
  },
  sideEffects: { probe: {}, metrictemplate: {}, metric: {} },
  warningTitle: 'Warning',
  failureTitle: 'Error',
}

export const packageSchema = contractRules(formValues, packages.add, bodyOf)
