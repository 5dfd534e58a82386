import { Link, useLocation } from 'react-router'
import { sectionOf } from '#app/sections.ts'
import { PageFrame } from '#ui/PageFrame.tsx'

/** In place of a section that is planned and not there. */
export function NotYetPage() {
  const { pathname } = useLocation()
  const isPublic = pathname.startsWith('/ui/public_')
  return (
    <PageFrame title={sectionOf(pathname)?.section.title ?? 'Not there yet'} width="reading">
      <p>This section is not part of this release yet.</p>
      <p>
        <Link to={isPublic ? '/ui/public_home' : '/ui/home'}>Go to home</Link>
      </p>
    </PageFrame>
  )
}
