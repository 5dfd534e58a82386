import { orderDependence } from '@quatrain/contract/operations/order-dependence.ts'
import type { OperationsRules } from '@quatrain/contract/operations/truth-table.ts'
import { useMemo } from 'react'
import { Notice } from '#ui/Notice.tsx'

/** Says that the result of an operation can depend on the order of the states, with an example; nothing if it does not. */
export function OrderNotice({ profile, operation }: { readonly profile: OperationsRules; readonly operation: string }) {
  const example = useMemo(() => orderDependence(profile, operation), [profile, operation])
  if (!example) return null
  const { states, fromLeft, fromRight } = example
  return (
    <Notice kind="info">
      The order of the states can matter: {states.join(` ${operation} `)} is {fromLeft}, but {fromRight} if the last two
      are combined first.
    </Notice>
  )
}
