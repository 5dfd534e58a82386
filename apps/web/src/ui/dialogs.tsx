import { Button, type ButtonProps, CloseButton, MantineThemeProvider } from '@mantine/core'
import { type ComponentProps, type ReactNode, Suspense, useCallback, useId, useMemo } from 'react'
import classes from './Dialog.module.css'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { linesOf, tell } from './messages.ts'
import { createStore, useStore } from './store.ts'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly actions?: ReactNode
  readonly isWide?: boolean | undefined
  readonly onDismiss: () => void
}

/** A modal dialog. The browser keeps the focus inside, closes it on Escape and restores the focus. */
export function Dialog({ title, children, actions, isWide = false, onDismiss }: DialogProps) {
  const id = useId()
  // Popovers of its content, such as the options of a select, are placed inside the dialog: everything outside is inert.
  const theme = useMemo(() => ({ components: { Portal: { defaultProps: { target: `[id="${id}-window"]` } } } }), [id])
  const show = useCallback((dialog: HTMLDialogElement | null) => {
    if (!dialog) return
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const leave = enterLayer(dialog)
    return () => {
      leave()
      dialog.close()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click, too
    <dialog
      ref={show}
      id={`${id}-window`}
      className={classes.dialog}
      data-wide={isWide}
      aria-labelledby={id}
      // Escape closes an open popover; the browser would also close the dialog.
      onKeyDownCapture={(event) => {
        const hasOverlay = event.currentTarget.querySelector('[aria-haspopup][aria-expanded="true"]') !== null
        if (event.key === 'Escape' && hasOverlay) event.preventDefault()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
      // A link in the dialog has opened another page.
      onClick={({ defaultPrevented, target }) => {
        if (defaultPrevented && target instanceof Element && target.closest('a')) onDismiss()
      }}
      // The browser may close it without asking.
      onClose={onDismiss}
    >
      <header className={classes.header}>
        <h2 id={id}>{title}</h2>
        <CloseButton aria-label="Close" onClick={onDismiss} />
      </header>
      <MantineThemeProvider inherit theme={theme}>
        <div className={classes.body}>{children}</div>
      </MantineThemeProvider>
      {actions && <footer className={classes.actions}>{actions}</footer>}
    </dialog>
  )
}

/** The open dialogs, the topmost last. Everything outside the topmost one is inert. */
export const modalLayers = createStore<readonly HTMLElement[]>([])

/** Adds a dialog on top of the others. Returns a function that removes it. */
export function enterLayer(element: HTMLElement): () => void {
  modalLayers.set((layers) => [...layers, element])
  return () => modalLayers.set((layers) => layers.filter((layer) => layer !== element))
}

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
  /** The label of the button; by default the title. */
  readonly confirm?: string
  readonly keep?: string
  readonly isDestructive?: boolean
}

function ConfirmDialog(props: Confirmation & { readonly close: (sure: boolean) => void }) {
  const { title, question, object, details, confirm = title, keep = 'Keep it', isDestructive = false, close } = props
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

interface BusyProps extends ButtonProps, Pick<ComponentProps<'button'>, 'onClick' | 'type' | 'disabled'> {
  /** The started action has not ended yet. */
  readonly isBusy: boolean
}

/** A button that shows that its action is running, but not while the user is asked to confirm it. */
export function BusyButton({ isBusy, ...button }: BusyProps) {
  const isAsking = useStore(openDialogs).length > 0
  return <Button {...button} loading={isBusy && !isAsking} />
}
