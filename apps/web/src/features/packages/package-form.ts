import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type Package, packageKey, packages } from '@quatrain/contract/resources/package.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import type { FormDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const formValues = z.object({
  /** Of a package that is stored: its name can be changed, so it does not tell which one is meant. */
  id: z.number().optional(),
  name: z.string(),
  version: z.string(),
  use_present_version: z.boolean(),
  /** Labels of repos. */
  repos: z.array(z.string()),
})

export type PackageValues = z.output<typeof formValues>

export const blankValues: PackageValues = { name: '', version: '', use_present_version: false, repos: [] }

export const valuesOf = ({ id, name, version, use_present_version, repos }: Package): PackageValues => ({
  id,
  name,
  version,
  use_present_version,
  repos,
})

const api = resourceEndpoints(packages)

const bodyOf = ({ id: _, ...fields }: PackageValues) => fields

export const packageDefinition: FormDefinition<PackageValues> = {
  resource: packages,
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
    const { data } = packages.document.safeParse(document)
    return data && { ...beside, ...data }
  },
  sideEffects: {
    probe: { one: 'probe', many: 'probes', add: 'added', change: 'changed', delete: 'deleted' },
    metrictemplate: {
      one: 'metric template',
      many: 'metric templates',
      add: 'added',
      change: 'changed',
      delete: 'deleted',
    },
    metric: { one: 'metric', many: 'metrics', add: 'imported', change: 'changed', delete: 'deleted' },
  },
  warningTitle: 'Warning',
  failureTitle: 'Error',
}

/** The rules are those of the contract; what is checked is what would be sent. */
export const packageSchema = formValues.superRefine((values, context) => {
  for (const { path, message } of packages.add.safeParse(bodyOf(values)).error?.issues ?? []) {
    context.addIssue({ code: 'custom', path, message })
  }
})
