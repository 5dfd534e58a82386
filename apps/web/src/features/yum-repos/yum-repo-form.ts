import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { inputFromDocument } from '@quatrain/contract/kit/stored-document.ts'
import { yumRepoKey, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import { contractRules } from '#kit/form/contract-rules.ts'
import type { AddableDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const formValues = z.object({
  /** Identifies a stored repo, because its name can be changed. */
  id: z.number().optional(),
  name: z.string(),
  tag: z.string(),
  content: z.string(),
  description: z.string(),
})

export type YumRepoValues = z.output<typeof formValues>

const blank: YumRepoValues = { name: '', tag: '', content: '', description: '' }

const api = resourceEndpoints(yumRepos)

const bodyOf = ({ id: _, ...fields }: YumRepoValues) => fields

export const yumRepoDefinition: AddableDefinition<typeof yumRepos, YumRepoValues> = {
  resource: yumRepos,
  blank,
  valuesOf: (repo) => formValues.parse(repo),
  paths: paths.yumRepos,
  values: formValues,
  nameOf: yumRepoKey,
  writes: {
    add: (values) => writeOf(api.add, { body: bodyOf(values) }),
    change: (values) => writeOf(api.change, { body: { ...bodyOf(values), id: values.id ?? 0 } }),
    remove: (key) => writeOf(api.remove, { params: yumRepos.address.paramsOf(key) }),
  },
  toDocument: (values) => values,
  fromDocument: (document, beside) => {
    const input = inputFromDocument(yumRepos, document)
    return input && { ...beside, ...input }
  },
  sideEffects: { package: {} },
  warningTitle: 'Warning',
  failureTitle: 'Error',
}

export const yumRepoSchema = contractRules(formValues, yumRepos.add, bodyOf)
