import { CloseButton } from '@mantine/core'
import { type ReactNode, useCallback, useId } from 'react'
import classes from './Dialog.module.css'

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
    return () => dialog.close()
  }, [])
  return (
    <dialog
      ref={show}
      className={classes.dialog}
      data-wide={isWide}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
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
