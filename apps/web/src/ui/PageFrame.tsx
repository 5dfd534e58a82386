import { type ReactNode, use, useCallback } from 'react'
import classes from './PageFrame.module.css'
import { focusIfRequested } from './page-focus.ts'
import { PageHead } from './page-head.ts'

interface Props {
  readonly title: string
  /** The name of the object that the page is about. */
  readonly object?: string | undefined
  /** A menu of files to export or import, before the actions. */
  readonly menu?: ReactNode
  readonly actions?: ReactNode
  /** `reading` for texts and forms, `full` for tables. */
  readonly width?: 'reading' | 'full'
  readonly children: ReactNode
}

/** One page: its only first-level heading, the actions to the right of it, and the content. */
export function PageFrame({ title, object, menu, actions, width = 'full', children }: Props) {
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
