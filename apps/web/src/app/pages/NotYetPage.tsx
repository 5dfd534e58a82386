import { Link, useLocation } from 'react-router'
import { sectionOf } from '#app/sections.ts'
import { PageFrame } from '#ui/PageFrame.tsx'

/** The page of a planned section. */
export function NotYetPage() {
  const { pathname } = useLocation()
  const isPublic = pathname.startsWith('/ui/public_')
  return (
    <PageFrame title={sectionOf(pathname)?.section.title ?? 'Not available yet'} width="reading">
      <p>This section is not part of this release.</p>
      <p>
        <Link to={isPublic ? '/ui/public_home' : '/ui/home'}>Go to home</Link>
      </p>
    </PageFrame>
  )
}
