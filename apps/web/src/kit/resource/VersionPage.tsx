import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useMay } from '#kit/api/console-context.tsx'
import type { View } from '#kit/api/resource-queries.ts'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import type { RecordDefinition } from '#kit/write/form-definition.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import type { DetailsProps } from './details-props.ts'

export interface VersionPageProps<R extends Resource, Values extends FieldValues> {
  readonly definition: RecordDefinition<R, Values>
  /** The address of the object, if it is not its form. */
  readonly paths?: ResourcePaths
  readonly view?: View
  readonly Details: ComponentType<DetailsProps<R, Values>>
}

/** One version of an object. Members who may change the object, or add a deleted one, may restore it. */
export function VersionPage<R extends Resource, Values extends FieldValues>(props: VersionPageProps<R, Values>) {
  const { definition, paths = definition.paths, view, Details } = props
  const may = useMay()
  return (
    <ResourceVersionPage
      definition={{ ...definition, paths }}
      view={view}
      mayRestore={(values) => may('change', definition.resource, values)}
      whyNotRestored={definition.whyNotRestored}
      mayAdd={'blank' in definition && may('add', definition.resource)}
    >
      {(version) => <Details {...version} />}
    </ResourceVersionPage>
  )
}
