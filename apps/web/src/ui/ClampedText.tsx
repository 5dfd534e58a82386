import { Tooltip } from '@mantine/core'
import { useState } from 'react'
import classes from './ClampedText.module.css'

/** One line of text; what does not fit shows whole on hover and on focus. */
export function ClampedText({ children }: { readonly children: string }) {
  const [isCut, setCut] = useState(false)
  const watch = (element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }
  const text = (
    <span ref={watch} className={classes.text} tabIndex={isCut ? 0 : undefined}>
      {children}
    </span>
  )
  if (!isCut) return text
  return (
    <Tooltip label={children} events={{ hover: true, focus: true, touch: true }}>
      {text}
    </Tooltip>
  )
}
