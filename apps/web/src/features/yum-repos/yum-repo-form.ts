import { yumRepoKey, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { type PlainValues, plainForm } from '#kit/form/plain-form.ts'
import { paths } from '#lib/paths.ts'

export type YumRepoValues = PlainValues<typeof yumRepos>

export const yumRepoForm = plainForm({
  resource: yumRepos,
  paths: paths.yumRepos,
  blank: { name: '', tag: '', content: '', description: '' },
  nameOf: yumRepoKey,
  sideEffects: { package: {} },
})
