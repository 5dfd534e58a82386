import { administration } from '#app/sections.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './SectionLinks.module.css'
import { SectionLinks } from './SectionLinks.tsx'

/** The way to everything that administrators look after. */
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
