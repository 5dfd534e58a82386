import { Button } from '@mantine/core'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'

interface Props {
  readonly rest: number
  readonly ask: (() => void) | undefined
  readonly isPending: boolean
  readonly error: Error | null
}

/** The number of metrics that a dialog does not list yet, with a button that loads more. */
export const MoreMetrics = ({ rest, ask, isPending, error }: Props) => (
  <>
    <p>
      And {counted(rest, 'metric')} more.{' '}
      <Button size="compact-xs" variant="subtle" loading={isPending} onClick={ask}>
        Show more
      </Button>
    </p>
    {error && <Notice kind="warning">{error.message}</Notice>}
  </>
)
