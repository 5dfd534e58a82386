import type { CSSProperties } from 'react'

/** The headings of a table that is shown as cards in a narrow window (`cards` in `table.module.css`), for its `style`. */
export const cardHeadings = (headings: readonly string[]): CSSProperties =>
  Object.fromEntries(headings.map((heading, index) => [`--heading-${index + 1}`, JSON.stringify(heading)]))
