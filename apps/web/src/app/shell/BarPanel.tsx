import { useClickOutside, useFocusTrap } from '@mantine/hooks'
import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './BarPanel.module.css'

interface Props {
  /** The button that opens it, with properties that say so. */
  readonly button: (
    props: Pick<ComponentProps<'button'>, 'aria-expanded' | 'aria-haspopup' | 'id' | 'onClick'>,
  ) => ReactNode
  readonly isOpen: boolean
  readonly onChange: (willBeOpen: boolean) => void
  readonly className: string | undefined
  readonly children: ReactNode
}

/** A button of the top bar, and the panel below it that has the focus until Escape or a click elsewhere closes it. */
export function BarPanel({ button, isOpen, onChange, className, children }: Props) {
  const id = useId()
  const place = useClickOutside<HTMLDivElement>(() => onChange(false), null, undefined, isOpen)
  const panel = useFocusTrap(isOpen)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel, wherever the focus in it is
    <div
      ref={place}
      className={classes.place}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return
        onChange(false)
        document.getElementById(id)?.focus()
      }}
    >
      {button({ id, 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onClick: () => onChange(!isOpen) })}
      {isOpen && (
        <div ref={panel} role="dialog" aria-labelledby={id} className={classes.panel}>
          <div className={className} tabIndex={-1} data-autofocus>
            {children}
          </div>
        </div>
      )}
    </div>
  )
}
