import { Button } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { Dialog } from './Dialog.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { linesOf, tell } from './messages.ts'
import { createStore, useStore } from './store.ts'

interface OpenDialog {
  readonly id: number
  readonly node: ReactNode
  readonly close: () => void
}

export const openDialogs = createStore<readonly OpenDialog[]>([])

let last = 0

/** Shows a custom dialog; resolves to the argument of `close`, or to undefined if it is dismissed. */
function open<T>(render: (close: (answer?: T) => void) => ReactNode): Promise<T | undefined> {
  return new Promise((resolve) => {
    const id = ++last
    const close = (answer?: T) => {
      openDialogs.set((dialogs) => dialogs.filter((dialog) => dialog.id !== id))
      resolve(answer)
    }
    openDialogs.set((dialogs) => [...dialogs, { id, node: render(close), close: () => close() }])
  })
}

/** A dialog is a promise: the caller awaits the answer and needs no state for it. */
export const dialogs = {
  open,
  /** Whether the user confirms. The button that cancels has the focus. */
  confirm: async (confirmation: Confirmation): Promise<boolean> =>
    (await open<boolean>((close) => <ConfirmDialog {...confirmation} close={close} />)) ?? false,
  closeAll: () => {
    for (const { close } of openDialogs.get()) close()
  },
}

export interface Confirmation {
  readonly title: string
  readonly question: string
  /** The name of the object. */
  readonly object?: string
  readonly details?: ReactNode
  readonly confirm: string
  readonly keep: string
  readonly isDestructive?: boolean
}

function ConfirmDialog(props: Confirmation & { readonly close: (sure: boolean) => void }) {
  const { title, question, object, details, confirm, keep, isDestructive = false, close } = props
  return (
    <Dialog
      title={title}
      onDismiss={() => close(false)}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close(false)}>
            {keep}
          </Button>
          <Button color={isDestructive ? 'red' : undefined} onClick={() => close(true)}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{question}</p>
      {object !== undefined && <p className="mono">{object}</p>}
      {details}
    </Dialog>
  )
}

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

/** Renders the open dialogs; once in the application. A dialog that fails is closed with a message, and the page stays. */
export function DialogHost() {
  return useStore(openDialogs).map(({ id, node, close }) => (
    <ErrorBoundary
      key={id}
      fallback={() => null}
      onError={(error) => {
        close()
        tell.error({ title: 'Something went wrong', lines: [error instanceof Error ? error.message : String(error)] })
      }}
    >
      <Suspense>{node}</Suspense>
    </ErrorBoundary>
  ))
}
