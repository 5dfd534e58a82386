import { CloseButton } from '@mantine/core'
import { createPortal } from 'react-dom'
import { modalLayers } from './dialogs.tsx'
import { Icon } from './Icon.tsx'
import { dismissMessage, type Message, messages, slowCalls } from './messages.ts'
import { useStore } from './store.ts'
import classes from './Toasts.module.css'

/**
 * Notifications at the bottom right. Both regions exist from the start, because assistive technology announces only
 * what is added to a region that it already knows. While a dialog is open they are part of it, because everything
 * outside is inert.
 */
export function Toasts() {
  const { onScreen } = useStore(messages)
  const isWaiting = useStore(slowCalls) > 0
  const layer = useStore(modalLayers).at(-1)
  const urgent = onScreen.filter(({ kind }) => kind !== 'success')
  const calm = onScreen.filter(({ kind }) => kind === 'success')
  const regions = (
    <section className={classes.stack} aria-label="Messages">
      <div role="alert">{urgent.map(toast)}</div>
      <div role="status">
        {isWaiting && <p className={classes.waiting}>Still waiting for the server.</p>}
        {calm.map(toast)}
      </div>
    </section>
  )
  return layer ? createPortal(regions, layer) : regions
}

const words = { success: 'Done', warning: 'Warning', error: 'Error' } as const
const icons = { success: 'check', warning: 'warning', error: 'warning' } as const

const toast = ({ id, kind, title, lines, requestId }: Message) => (
  <div key={id} className={classes.toast} data-kind={kind}>
    <span className={classes.icon}>
      <Icon name={icons[kind]} />
      <span className="visually-hidden">{words[kind]}: </span>
    </span>
    <div className={classes.text}>
      <strong>{title}</strong>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {requestId && <p className={classes.request}>Request {requestId}</p>}
    </div>
    <CloseButton size="sm" aria-label={`Dismiss: ${title}`} onClick={() => dismissMessage(id)} />
  </div>
)
