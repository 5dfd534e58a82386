import { useQuery } from '@tanstack/react-query'
import { AdministrationHints } from '#features/home/AdministrationHints.tsx'
import { administrationQuery } from '#features/home/home.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { administration } from '#lib/sections.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './SectionLinks.module.css'
import { SectionLinks } from './SectionLinks.tsx'

/** The number of groups in the first column. What is loaded is at its end, and moves nothing. */
const halfOf = { tenant: 2, super: 1 } as const

/** Links to everything that administrators manage. */
export function AdministrationPage() {
  const { caller } = useConsoleContext()
  // The links work without it.
  const { data, isPending } = useQuery(administrationQuery)
  const clusters = administration[caller.deployment].map(({ title, names }) => (
    <SectionLinks key={title} title={title} names={names} counts={data?.counts} />
  ))
  const half = halfOf[caller.deployment]
  return (
    <PageFrame title="Administration">
      <div className={classes.halves} aria-busy={isPending}>
        <div>
          {clusters.slice(0, half)}
          {data && <AdministrationHints hints={data} />}
        </div>
        <div>{clusters.slice(half)}</div>
      </div>
    </PageFrame>
  )
}
