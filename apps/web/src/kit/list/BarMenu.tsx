import { Button } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import classes from './List.module.css'

/** A button in the bar of a list, and the panel below it. Escape and a click elsewhere close it. */
export function BarMenu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const place = useClickOutside<HTMLDivElement>(() => setOpen(false), null, undefined, isOpen)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel, wherever the focus in it is
    <div
      ref={place}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return
        setOpen(false)
        button.current?.focus()
      }}
    >
      <Button ref={button} size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <section aria-label={label} className={classes.panel}>
            {children}
          </section>
        </Suspense>
      )}
    </div>
  )
}
