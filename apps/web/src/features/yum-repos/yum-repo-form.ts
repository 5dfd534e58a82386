import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type YumRepo, yumRepoKey, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import type { FormDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const formValues = z.object({
  /** Of a repo that is stored: its name can be changed, so it does not tell which one is meant. */
  id: z.number().optional(),
  name: z.string(),
  tag: z.string(),
  content: z.string(),
  description: z.string(),
})

export type YumRepoValues = z.output<typeof formValues>

export const blankValues: YumRepoValues = { name: '', tag: '', content: '', description: '' }

export const valuesOf = ({ id, name, tag, content, description }: YumRepo): YumRepoValues => ({
  id,
  name,
  tag,
  content,
  description,
})

const api = resourceEndpoints(yumRepos)

const bodyOf = ({ id: _, ...fields }: YumRepoValues) => fields

export const yumRepoDefinition: FormDefinition<YumRepoValues> = {
  resource: yumRepos,
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
    const { data } = yumRepos.document.safeParse(document)
    return data && { ...beside, ...data }
  },
  sideEffects: {
    package: { one: 'package', many: 'packages', add: 'added', change: 'changed', delete: 'deleted' },
  },
  warningTitle: 'Warning',
  failureTitle: 'Error',
}

/** The rules are those of the contract; what is checked is what would be sent. */
export const yumRepoSchema = formValues.superRefine((values, context) => {
  for (const { path, message } of yumRepos.add.safeParse(bodyOf(values)).error?.issues ?? []) {
    context.addIssue({ code: 'custom', path, message })
  }
})
