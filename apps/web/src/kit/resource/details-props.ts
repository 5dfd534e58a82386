import type { RecordOf, Resource } from '@quatrain/contract/kit/resource.ts'
import type { ReactNode } from 'react'

/** What a page gives to the part that shows an object to be read: as it is stored, or an old version of it. */
export interface DetailsProps<R extends Resource, Values> {
  readonly title: string
  /** What people call the object. */
  readonly object: string
  readonly values: Values
  /** As it is stored now; nothing for an old version. */
  readonly record?: RecordOf<R>
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}
