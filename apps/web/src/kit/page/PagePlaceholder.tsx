import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './PagePlaceholder.module.css'

/** The heading of a page whose content is being loaded. */
export const PagePlaceholder = ({
  title,
  object,
}: {
  readonly title: string
  readonly object?: string | undefined
}) => (
  <PageFrame title={title} object={object}>
    <PanelPlaceholder />
  </PageFrame>
)

/** The place of a part that is being loaded. */
export const PanelPlaceholder = () => (
  <div className={classes.panel} aria-busy="true">
    <span role="status" className="visually-hidden">
      Loading
    </span>
  </div>
)
