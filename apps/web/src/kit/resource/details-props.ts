import type { RecordOf, Resource } from '@quatrain/contract/kit/resource.ts'
import type { ReactNode } from 'react'
import type { View } from '#kit/api/resource-queries.ts'

/** What a page passes to the component that shows an object read-only: the stored object, or an old version of it. */
export interface DetailsProps<R extends Resource, Values> {
  readonly title: string
  /** The displayed name of the object. */
  readonly object: string
  readonly values: Values
  readonly view: View
  /** The object as it is stored now; nothing for an old version. */
  readonly record?: RecordOf<R>
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}
