import { CloseButton } from '@mantine/core'
import { type ReactNode, useCallback, useId } from 'react'
import classes from './Dialog.module.css'
import { enterLayer } from './modal-layers.ts'

interface Props {
  readonly title: string
  readonly children: ReactNode
  readonly actions?: ReactNode
  readonly isWide?: boolean
  readonly onDismiss: () => void
}

/** A window over the page. The browser keeps the focus inside, closes it on Escape and gives the focus back. */
export function Dialog({ title, children, actions, isWide = false, onDismiss }: Props) {
  const id = useId()
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
      className={classes.dialog}
      data-wide={isWide}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
      // A link in it has led to another page.
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
      <div className={classes.body}>{children}</div>
      {actions && <footer className={classes.actions}>{actions}</footer>}
    </dialog>
  )
}
