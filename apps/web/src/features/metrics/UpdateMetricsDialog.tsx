import { Button } from '@mantine/core'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import type { previewMetricsVersions } from '@quatrain/contract/resources/metric-moves.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { linesOf } from '#ui/messages.ts'
import classes from './metrics.module.css'

interface Props {
  readonly preview: AnswerOf<typeof previewMetricsVersions>
  readonly close: (isSure?: boolean) => void
}

/** Confirms moving metrics, in the sentences of the server. */
export const UpdateMetricsDialog = ({ preview: { updated, deleted, warning }, close }: Props) => (
  <Dialog
    title="Update metrics"
    onDismiss={() => close()}
    actions={
      <>
        <Button variant="default" data-autofocus onClick={() => close()}>
          Leave them
        </Button>
        <Button color={deleted ? 'red' : undefined} onClick={() => close(true)}>
          Update metrics
        </Button>
      </>
    }
  >
    <div className={classes.texts}>
      {linesOf([updated, deleted, warning]).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>
        <strong>ARE YOU SURE you want to update metrics?</strong>
      </p>
    </div>
  </Dialog>
)
