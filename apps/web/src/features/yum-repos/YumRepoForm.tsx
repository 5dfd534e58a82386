import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { readAgain } from '#kit/form/read-again.ts'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import type { Base } from '#kit/write/form-definition.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { YumRepoFields } from './YumRepoFields.tsx'
import { valuesOf, type YumRepoValues, yumRepoDefinition, yumRepoSchema } from './yum-repo-form.ts'

interface Props {
  readonly title: string
  readonly draftName: string
  /** What is stored; an empty form for a repo that is not there yet. */
  readonly base: Base<YumRepoValues>
  readonly initial?: YumRepoValues
  readonly restoredFrom?: number
  /** What the stored repo that is changed is called in addresses; nothing for a new one. */
  readonly stored?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
  /** What stands below the fields. */
  readonly children?: ReactNode
}

/** The form of a YUM repo: of a new one, of a clone, of a stored one. */
export function YumRepoForm(props: Props) {
  const { title, base, stored, actions, notice, children } = props
  const queries = useQueryClient()
  const { id } = base.values
  const form = useResourceForm({
    ...props,
    definition: yumRepoDefinition,
    stored,
    schema: yumRepoSchema,
    ...(id !== undefined && {
      reload: async () => {
        const { record, etag } = await readAgain(queries, yumRepos, id)
        return { values: valuesOf(record), etag }
      },
    }),
  })
  return (
    <PageFrame title={title} object={stored} actions={actions} width="reading">
      {notice}
      <ResourceForm form={form}>
        <YumRepoFields />
        {children}
      </ResourceForm>
    </PageFrame>
  )
}
