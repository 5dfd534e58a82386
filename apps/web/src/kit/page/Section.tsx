import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import classes from './Contents.module.css'
import details from './details.module.css'

interface Props {
  /** The heading, which is unique on the page. */
  readonly title: string
  /** Its values stand in columns. */
  readonly isGrid?: boolean
  readonly children: ReactNode
}

/** A part of a page with its own heading, which is its name for assistive technology. */
export function Section({ title, isGrid = false, children }: Props) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section className={details.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {isGrid ? <div className={details.fields}>{children}</div> : children}
    </section>
  )
}

/** The headings of the sections of a part of the page that is higher than two windows; nothing beside a shorter one. */
export function Contents({ page }: { readonly page: RefObject<HTMLElement | null> }) {
  const [headings, setHeadings] = useState<readonly HTMLElement[]>([])
  // Before the page is painted for the first time, so that its fields do not move.
  useLayoutEffect(() => {
    const { current } = page
    if (!current) return
    const update = () => {
      const isLong = current.offsetHeight > 2 * window.innerHeight
      const newHeadings = isLong ? [...current.querySelectorAll<HTMLElement>('h2')] : []
      setHeadings((before) => (areEqual(before, newHeadings) ? before : newHeadings))
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(current)
    return () => observer.disconnect()
  }, [page])
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

const areEqual = (before: readonly unknown[], after: readonly unknown[]) =>
  before.length === after.length && before.every((heading, index) => heading === after[index])
