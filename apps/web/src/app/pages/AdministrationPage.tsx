import { administration } from '#app/sections.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './SectionLinks.module.css'
import { SectionLinks } from './SectionLinks.tsx'

/** Links to everything that administrators manage. */
export function AdministrationPage() {
  const { visitor } = useConsoleContext()
  return (
    <PageFrame title="Administration">
      <div className={classes.columns}>
        {administration[visitor.deployment].map(({ title, sections }) => (
          <SectionLinks key={title} title={title} names={sections} />
        ))}
      </div>
    </PageFrame>
  )
}
