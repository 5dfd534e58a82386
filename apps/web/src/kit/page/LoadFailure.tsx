import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '#ui/Notice.tsx'

interface Props {
  /** With a capital letter, in the plural: 'The packages'. */
  readonly what: string
  readonly error: Pick<Error, 'message'>
  readonly retry: () => unknown
  readonly isBusy?: boolean
  /** The consequence of the failure. */
  readonly children?: ReactNode
}

/** Says on a page that can be used all the same that a part of it could not be loaded, and loads it again. */
export const LoadFailure = ({ what, error, retry, isBusy = false, children }: Props) => (
  <Notice
    kind="warning"
    role="status"
    actions={
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void retry()}>
        Try again
      </Button>
    }
  >
    {what} could not be loaded: {error.message} {children}
  </Notice>
)
