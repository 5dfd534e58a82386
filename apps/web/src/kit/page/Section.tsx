import type { ReactNode } from 'react'
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
