import { CloseButton, MantineThemeProvider } from '@mantine/core'
import { type ReactNode, useCallback, useId, useMemo } from 'react'
import classes from './Dialog.module.css'
import { enterLayer } from './modal-layers.ts'

interface Props {
  readonly title: string
  readonly children: ReactNode
  readonly actions?: ReactNode
  readonly isWide?: boolean | undefined
  readonly onDismiss: () => void
}

/** A modal dialog. The browser keeps the focus inside, closes it on Escape and restores the focus. */
export function Dialog({ title, children, actions, isWide = false, onDismiss }: Props) {
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
