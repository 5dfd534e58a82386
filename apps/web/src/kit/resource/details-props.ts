import type { RecordOf, Resource } from '@quatrain/contract/kit/resource.ts'
import type { ReactNode } from 'react'
import type { View } from '#kit/api/resource-queries.ts'

/** The props of a component that shows an object read-only: the stored object, or an old version of it. */
export interface DetailsProps<R extends Resource, Values> {
  readonly title: string
  /** The displayed name of the object. */
  readonly object: string
  readonly values: Values
  readonly view: View
  /** The stored object; absent for an old version. */
  readonly record?: RecordOf<R>
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}
