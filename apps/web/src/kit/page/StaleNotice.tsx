import type { StaleRead } from '@quatrain/contract/console/gateway.ts'
import { Moment } from './Moment.tsx'
import { LoadFailure } from './page-states.tsx'

interface Props {
  /** With a capital letter, in the plural: 'The operations profiles'. */
  readonly subject: string
  /** Nothing is shown if it is absent. */
  readonly stale: StaleRead | undefined
  readonly retry: () => unknown
  readonly isBusy: boolean
}

/** Says that the page shows what was last seen in the Web API, when that was, and why. */
export const StaleNotice = ({ stale, ...props }: Props) =>
  stale && (
    <LoadFailure {...props} error={{ message: stale.reason }}>
      Shown is the state of <Moment iso={stale.seenAt} />, when they were last loaded.
    </LoadFailure>
  )
