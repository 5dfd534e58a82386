import { Button } from '@mantine/core'
import { Dialog } from './Dialog.tsx'
import { dialogs } from './dialogs.ts'
import { linesOf } from './lines.ts'

interface Warning {
  readonly title: string
  readonly lines: readonly (string | undefined)[]
}

/** A message that must be read before anything else can be done; every line is shown. */
export function showWarning({ title, lines }: Warning): void {
  void dialogs.open((close) => (
    <Dialog
      title={title}
      onDismiss={() => close()}
      actions={
        <Button data-autofocus onClick={() => close()}>
          Go on
        </Button>
      }
    >
      {linesOf(lines).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Dialog>
  ))
}
