import { keyIn, type Resource } from '@quatrain/contract/kit/resource.ts'
import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { View } from '#kit/api/resource-queries.ts'
import { WithRecord } from '#kit/form/WithRecord.tsx'
import { ObjectTabs } from '#kit/page/ObjectTabs.tsx'
import type { RecordDefinition } from '#kit/write/form-definition.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { capitalized } from '#lib/words.ts'
import { PageHead } from '#ui/page-head.ts'
import type { DetailsProps } from './details-props.ts'

interface Props<R extends Resource, Values extends FieldValues> {
  readonly definition: RecordDefinition<R, Values>
  /** The address of the object's read-only page. */
  readonly paths: ResourcePaths
  readonly view?: View
  readonly Details: ComponentType<DetailsProps<R, Values>>
}

/** The object of the address (`:name`), read-only. */
export const RecordDetailsPage = <R extends Resource, Values extends FieldValues>(props: Props<R, Values>) => {
  const { definition, paths, view = 'member', Details } = props
  const { resource, valuesOf } = definition
  // Members read versions where the object is edited.
  const hasHistory = view === 'public' && resource.published?.document !== undefined
  return (
    <WithRecord resource={resource} paths={paths} view={view}>
      {({ record }) => (
        <PageHead value={<ObjectTabs paths={paths} name={keyIn(record, resource.key.read)} hasHistory={hasHistory} />}>
          <Details
            title={`${capitalized(resource.label.one)} details`}
            object={keyIn(record, resource.key.read)}
            values={valuesOf(record)}
            record={record}
            view={view}
          />
        </PageHead>
      )}
    </WithRecord>
  )
}
