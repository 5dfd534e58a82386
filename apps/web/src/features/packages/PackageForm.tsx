import { packages } from '@quatrain/contract/resources/package.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { readAgain } from '#kit/form/read-again.ts'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import type { Base } from '#kit/write/form-definition.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { PackageFields } from './PackageFields.tsx'
import { type PackageValues, packageDefinition, packageSchema, valuesOf } from './package-form.ts'

interface Props {
  readonly title: string
  readonly draftName: string
  /** What is stored; an empty form for a package that is not there yet. */
  readonly base: Base<PackageValues>
  readonly initial?: PackageValues
  readonly restoredFrom?: number
  /** What the stored package that is changed is called in addresses; nothing for a new one. */
  readonly stored?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
  /** What stands below the fields. */
  readonly children?: ReactNode
}

/** The form of a package: of a new one, of a clone, of a stored one. */
export function PackageForm(props: Props) {
  const { title, base, stored, actions, notice, children } = props
  const queries = useQueryClient()
  const { id } = base.values
  const form = useResourceForm({
    ...props,
    definition: packageDefinition,
    stored,
    schema: packageSchema,
    ...(id !== undefined && {
      reload: async () => {
        const { record, etag } = await readAgain(queries, packages, id)
        return { values: valuesOf(record), etag }
      },
    }),
    fieldOf: (path) => path.replace(/^repos\.\d+$/, 'repos'),
  })
  return (
    <PageFrame title={title} object={stored} actions={actions} width="reading">
      {notice}
      <ResourceForm form={form}>
        <PackageFields />
        {children}
      </ResourceForm>
    </PageFrame>
  )
}
