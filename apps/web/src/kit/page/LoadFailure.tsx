import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '#ui/Notice.tsx'

interface Props {
  /** With a capital letter, in the plural: 'The packages'. */
  readonly subject: string
  readonly error: Pick<Error, 'message'>
  readonly retry: () => unknown
  readonly isBusy?: boolean
  /** The consequence of the failure. */
  readonly children?: ReactNode
}

/** Says that a part of a usable page could not be loaded, with a button to try again. */
export const LoadFailure = ({ subject, error, retry, isBusy = false, children }: Props) => (
  <Notice
    kind="warning"
    role="status"
    actions={
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void retry()}>
        Try again
      </Button>
    }
  >
    {subject} could not be loaded: {error.message} {children}
  </Notice>
)
