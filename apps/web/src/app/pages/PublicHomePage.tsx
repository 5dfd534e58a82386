import { PublicTenants } from '#features/tenants/PublicTenants.tsx'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { publicSections, sections } from '#lib/sections.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './SectionLinks.module.css'
import { SectionLinks } from './SectionLinks.tsx'

const pagesOfTenants = publicSections.tenant.map((name) => ({
  path: `public_${sections[name].at}`,
  title: sections[name].title,
}))

/** The start page of the public pages. */
export function PublicHomePage() {
  const { caller } = useConsoleContext()
  return (
    <PageFrame title="Public pages">
      <div className={classes.halves}>
        <div>
          <SectionLinks title="Shared resources" names={publicSections.shared} isPublic />
        </div>
        {caller.deployment === 'tenant' && (
          <div>
            <SectionLinks title="Tenant resources" names={publicSections.tenant} isPublic />
          </div>
        )}
      </div>
      {caller.deployment === 'super' && <PublicTenants pages={pagesOfTenants} />}
    </PageFrame>
  )
}
