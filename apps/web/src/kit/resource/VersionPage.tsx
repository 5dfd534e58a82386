import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useMay } from '#kit/api/console-context.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import type { VersionedDefinition } from '#kit/write/form-definition.ts'
import type { DetailsProps } from './details-props.ts'

interface Props<R extends Resource, Values extends FieldValues> {
  readonly definition: VersionedDefinition<Values> & { readonly resource: R }
  readonly Details: ComponentType<DetailsProps<R, Values>>
}

/** One version of an object, which whoever may change the object may restore. */
export function VersionPage<R extends Resource, Values extends FieldValues>({ definition, Details }: Props<R, Values>) {
  const may = useMay()
  return (
    <ResourceVersionPage definition={definition} mayRestore={(values) => may('change', definition.resource, values)}>
      {(shown) => <Details {...shown} />}
    </ResourceVersionPage>
  )
}
