import { useQuery } from '@tanstack/react-query'
import { administration } from '#app/sections.ts'
import { AdministrationHints } from '#features/home/AdministrationHints.tsx'
import { administrationQuery } from '#features/home/home.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './SectionLinks.module.css'
import { SectionLinks } from './SectionLinks.tsx'

/** Links to everything that administrators manage. */
export function AdministrationPage() {
  const { visitor } = useConsoleContext()
  // The links work without it.
  const { data } = useQuery(administrationQuery)
  return (
    <PageFrame title="Administration">
      {data && <AdministrationHints hints={data} />}
      <div className={classes.columns}>
        {administration[visitor.deployment].map(({ title, sections }) => (
          <SectionLinks key={title} title={title} names={sections} counts={data?.counts} />
        ))}
      </div>
    </PageFrame>
  )
}
