import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { View } from '#kit/api/resource-queries.ts'
import { ObjectTabs } from '#kit/page/ObjectTabs.tsx'
import type { VersionedDefinition } from '#kit/write/form-definition.ts'
import { usePathParameters } from '#lib/path-parameters.ts'
import { capitalized } from '#lib/words.ts'
import { PageHead } from '#ui/page-head.ts'
import { VersionNotice } from './VersionNotice.tsx'
import { deletionOf, storedAs } from './versions.ts'
import { WithVersion } from './WithVersion.tsx'

/** One version as a page shows it: its values, and the heading, links and notice around them. */
export interface ShownVersion<Values> {
  readonly title: string
  readonly object: string
  readonly values: Values
  readonly view: View
  readonly actions: ReactNode
  readonly notice: ReactNode
}

interface Props<Values> {
  readonly definition: VersionedDefinition<Values>
  readonly view?: View | undefined
  /** Whether the user may restore the version; if absent, nobody can. */
  readonly mayRestore?: (values: Values) => boolean
  /** Whether the user may add a deleted object again. */
  readonly mayAdd?: boolean
  /** Why a deleted object cannot be added again, if users do not add such objects. */
  readonly whyNotRestored?: string | undefined
  readonly children: (shownVersion: ShownVersion<Values>) => ReactNode
}

/** One version (`:version`) of an object, with links to compare and to restore it; the public page leads to the others. */
export function ResourceVersionPage<Values>({
  definition,
  view = 'member',
  mayRestore,
  mayAdd = false,
  whyNotRestored,
  children,
}: Props<Values>) {
  const { version = '' } = usePathParameters()
  const { resource, paths, fromDocument } = definition
  const title = `${capitalized(resource.label.one)} version`
  return (
    <WithVersion {...{ resource, paths, view, title, version, fromDocument }}>
      {(foundVersion, values, name) => {
        const { deletion } = foundVersion.newest
        const isOld = foundVersion.newest.id !== foundVersion.id
        const stored = storedAs(foundVersion.newest, name, resource)
        const versionProps = { title: `${title} ${version}`, object: name, values, view }
        const inHead = (page: ReactNode) => (
          <PageHead value={<ObjectTabs paths={paths} name={stored} hasDetails={!deletion} />}>{page}</PageHead>
        )
        if (view === 'public') {
          const notice = (
            <VersionNotice version={foundVersion}>
              {isOld && (
                <p>
                  There is a newer one: <Link to={paths.details(stored)}>as it is now</Link>.
                </p>
              )}
            </VersionNotice>
          )
          return inHead(children({ ...versionProps, actions: undefined, notice }))
        }
        const isRestorable = deletion ? mayAdd : isOld && (mayRestore?.(values) ?? false)
        const at = { restore: foundVersion.version, ...(deletion && { of: name }) }
        const to = `${deletion ? paths.add : paths.details(stored)}?${new URLSearchParams(at)}`
        return inHead(
          children({
            ...versionProps,
            actions: (
              <>
                {isOld && !deletion && (
                  <Button
                    component={Link}
                    variant="default"
                    to={paths.compare(name, foundVersion.newest.version, foundVersion.version)}
                  >
                    Compare with now
                  </Button>
                )}
                {isRestorable && (
                  <Button component={Link} to={to}>
                    Restore
                  </Button>
                )}
              </>
            ),
            notice: (
              <VersionNotice version={foundVersion}>
                {deletion && (
                  <p>{[deletionOf(`The ${resource.label.one}`, deletion), whyNotRestored].filter(Boolean).join(' ')}</p>
                )}
              </VersionNotice>
            ),
          }),
        )
      }}
    </WithVersion>
  )
}
