import { useSurroundings } from '#kit/visitor.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './HomePage.module.css'
import { MetricCounts } from './MetricCounts.tsx'
import { MetricProfileCounts } from './MetricProfileCounts.tsx'
import { RecentObjects } from './RecentObjects.tsx'

/** Where somebody left off, and how much of everything there is. */
export function HomePage() {
  const { visitor, options } = useSurroundings()
  return (
    <PageFrame title="Home" object={options.tenant_display_name}>
      <div className={classes.grid}>
        <RecentObjects />
        {visitor.deployment === 'tenant' && (
          <>
            <MetricProfileCounts />
            <MetricCounts />
          </>
        )}
      </div>
    </PageFrame>
  )
}
