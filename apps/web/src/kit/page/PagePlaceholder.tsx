import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './PagePlaceholder.module.css'

/** The heading of a page whose content is being loaded. */
export function PagePlaceholder({ title, object }: { readonly title: string; readonly object?: string | undefined }) {
  return (
    <PageFrame title={title} object={object}>
      <div className={classes.panel} aria-busy="true">
        <span role="status" className="visually-hidden">
          Loading
        </span>
      </div>
    </PageFrame>
  )
}
