import { createContext, type ReactNode, use, useCallback } from 'react'
import classes from './PageFrame.module.css'

interface Props {
  readonly title: string
  /** The name of the object that the page is about. */
  readonly object?: string | undefined
  /** The rest of the title, after that name. */
  readonly after?: string
  /** A menu of files to export or import, before the actions. */
  readonly menu?: ReactNode
  readonly actions?: ReactNode
  /** `reading` for texts and forms, `full` for tables. */
  readonly width?: 'reading' | 'full'
  readonly children: ReactNode
}

/** One page: its only first-level heading, the actions to the right of it, and the content. */
export function PageFrame({ title, object, after, menu, actions, width = 'full', children }: Props) {
  const heading = useCallback((element: HTMLHeadingElement | null) => {
    if (element) focusIfRequested(element)
  }, [])
  return (
    <div className={classes.page} data-width={width}>
      <div className={classes.head}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
          {object !== undefined && (
            <>
              {' '}
              <span className={classes.object}>{object}</span>
              {after !== undefined && ` ${after}`}
            </>
          )}
        </h1>
        {(menu || actions) && (
          <div className={classes.actions}>
            {menu}
            {actions}
          </div>
        )}
      </div>
      {use(PageHead)}
      {children}
    </div>
  )
}

// After a navigation, the heading of the new page gets the focus, so that screen readers announce it. It can be rendered
// later than the address changes, and twice: with the placeholder and with the page.

let isOwed = false
let last: HTMLElement | undefined

/** The address has changed: the next heading gets the focus. */
export function requestHeadingFocus(): void {
  isOwed = true
}

function focusIfRequested(heading: HTMLElement): void {
  const isLost = last?.isConnected === false && document.activeElement === document.body
  if (!isOwed && !isLost) return
  isOwed = false
  last = heading
  heading.focus({ preventScroll: true })
}

/** Focuses the heading when the focused element is removed and the page stays. */
export const focusHeading = (): void => document.querySelector('h1')?.focus()

/** What stands below the heading of the page; a part around the page provides it. */
export const PageHead = createContext<ReactNode>(null)
