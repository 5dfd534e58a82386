import { createElement, type ReactNode } from 'react'
import { type Confirmation, ConfirmDialog } from './ConfirmDialog.tsx'
import { createStore } from './store.ts'

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
    (await open<boolean>((close) => createElement(ConfirmDialog, { ...confirmation, close }))) ?? false,
  closeAll: () => {
    for (const { close } of openDialogs.get()) close()
  },
}
