import { type RefObject, useEffect, useState } from 'react'
import classes from './Contents.module.css'

/** The headings of the sections of a part of the page that is higher than two windows; nothing beside a shorter one. */
export function Contents({ of }: { readonly of: RefObject<HTMLElement | null> }) {
  const [headings, setHeadings] = useState<readonly HTMLElement[]>([])
  useEffect(() => {
    const { current } = of
    if (!current) return
    const observer = new ResizeObserver(() => {
      const isLong = current.offsetHeight > 2 * window.innerHeight
      const found = isLong ? [...current.querySelectorAll<HTMLElement>('h2')] : []
      setHeadings((before) => (areSame(before, found) ? before : found))
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [of])
  if (headings.length < 3) return null
  return (
    <nav aria-label="On this page" className={classes.contents}>
      {headings.map((heading, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a heading is identified by its position
        <button key={index} type="button" onClick={() => focusSection(heading)}>
          {heading.textContent}
        </button>
      ))}
    </nav>
  )
}

/** The address stays: it says what the page shows. */
export function focusSection(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView()
}

const areSame = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((one, index) => one === others[index])
