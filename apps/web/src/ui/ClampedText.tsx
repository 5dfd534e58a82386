import { type ReactNode, useCallback, useState } from 'react'
import classes from './ClampedText.module.css'
import { keepOneTabStop, moveFrom } from './cut-texts.ts'
import { Hint } from './Hint.tsx'

interface Props {
  /** The whole text, shown on hover and on focus if it does not fit. */
  readonly text: string
  /** What shows it, if it is more than the text: a link, or marks. */
  readonly children?: ReactNode
}

/** A text on one line, in narrow windows on up to four, truncated if it does not fit. There, a link is whole on all its lines. */
export function ClampedText({ text, children }: Props) {
  const [isCut, setCut] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const table = element.closest('table')
    const observer = new ResizeObserver(() => {
      const isNowCut = [element, ...element.children].some(isTooSmall)
      setCut(isNowCut)
      // A link can have the focus itself.
      const isStop = isNowCut && element.querySelector('a') === null
      element.toggleAttribute('data-cut', isStop)
      if (!isStop) element.removeAttribute('tabindex')
      else if (!table) element.tabIndex = 0
      if (table) keepOneTabStop(table)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      element.removeAttribute('data-cut')
      if (table) keepOneTabStop(table)
    }
  }, [])
  return (
    <Hint label={isCut ? text : undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it gets the focus where it is cut, as a part of its table */}
      <span
        ref={watch}
        className={classes.text}
        onKeyDown={(event) => {
          if (event.target === event.currentTarget && moveFrom(event.currentTarget, event.key)) event.preventDefault()
        }}
      >
        {children ?? text}
      </span>
    </Hint>
  )
}

const isTooSmall = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight
