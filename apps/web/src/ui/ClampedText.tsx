import { Tooltip } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import classes from './ClampedText.module.css'

interface Props {
  /** The whole text, which shows on hover and on focus where it does not fit. */
  readonly text: string
  /** What shows it, where that is more than the text itself: a link, or words with colours. */
  readonly children?: ReactNode
}

/** One line, cut where there is no more room. */
export function ClampedText({ text, children }: Props) {
  const [isCut, setCut] = useState(false)
  const [hasLink, setHasLink] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => {
      setCut([element, ...element.children].some(isTooNarrow))
      setHasLink(element.querySelector('a') !== null)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const line = (
    <span ref={watch} className={classes.text} tabIndex={isCut && !hasLink ? 0 : undefined}>
      {children ?? text}
    </span>
  )
  if (!isCut) return line
  return (
    <Tooltip label={text} events={{ hover: true, focus: true, touch: true }}>
      {line}
    </Tooltip>
  )
}

const isTooNarrow = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth
