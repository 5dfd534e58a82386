import { Tooltip } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'

interface Props {
  /** Of the text, which describes the target. */
  readonly id: string
  readonly target: HTMLElement
  readonly label: string
  readonly onDismiss: () => void
}

const fading = { in: { opacity: 1 }, out: { opacity: 0 }, transitionProperty: 'opacity' }

/** The text of a hint, placed at its element; Escape dismisses it. */
export function FloatingHint({ id, target, label, onDismiss }: Props) {
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onDismiss()
  })
  return (
    <Tooltip
      opened
      target={target}
      label={<span id={id}>{label}</span>}
      withArrow
      multiline
      maw={420}
      fz="sm"
      transitionProps={{ transition: fading, duration: 100, enterDelay: 250 }}
    />
  )
}
