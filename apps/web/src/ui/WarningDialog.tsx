import { Button } from '@mantine/core'
import { Dialog } from './Dialog.tsx'
import { dialogs } from './dialogs.ts'

interface Warning {
  readonly title: string
  readonly lines: readonly (string | undefined)[]
}

/** Something that has to be read before anything else is done: every line of it. */
export function showWarning({ title, lines }: Warning): void {
  const written = lines.flatMap((line) => line?.split('\n') ?? []).filter((line) => line.trim() !== '')
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
      {written.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Dialog>
  ))
}
