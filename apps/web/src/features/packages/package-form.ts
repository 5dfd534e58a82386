import { packageKey, packages } from '@quatrain/contract/resources/package.ts'
import { type PlainValues, plainForm } from '#kit/form/plain-form.ts'
import { paths } from '#lib/paths.ts'

export type PackageValues = PlainValues<typeof packages>

export const packageForm = plainForm({
  resource: packages,
  paths: paths.packages,
  blank: { name: '', version: '', use_present_version: false, repos: [] },
  nameOf: packageKey,
  sideEffects: { probe: {}, metrictemplate: {}, metric: {} },
})
