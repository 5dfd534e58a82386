import { yumRepoKey } from '@quatrain/contract/kit/kind-names.ts'
import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { osTagNames } from '#features/yum-repos/yum-repos.queries.ts'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import details from '#kit/page/details.module.css'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { LabelledValue, NoValue, ValueText } from '#ui/ValueText.tsx'
import type { PackageValues } from './PackageForm.tsx'
import classes from './packages.module.css'
import { repoOfLabel, reposByTag } from './repos-by-tag.ts'

interface Props {
  readonly values: PackageValues
  readonly object: string
  readonly title?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
  /** Replaces the version if other versions can be chosen. */
  readonly version?: ReactNode
  /** What is shown below the values. */
  readonly children?: ReactNode
}

/** A package, read-only. */
export function PackageDetails(props: Props) {
  const { values, object, title = 'Package details', actions, notice, version, children } = props
  const { data: tags = [] } = useQuery(osTagNames)
  const note = values.use_present_version ? 'Whatever version is in the repo.' : undefined
  return (
    <PageFrame title={title} object={object} actions={actions} width="reading">
      {notice}
      <div className={`${details.card} ${details.fields}`}>
        <ValueText label="Name" value={values.name} isMono />
        {version ?? <ValueText label="Version" value={values.version} isMono note={note} />}
        {reposByTag(tags, [], values.repos).map(({ tag, chosenRepo, otherRepos }) => (
          <LabelledValue key={tag} label={`${tag} repo`}>
            {chosenRepo === '' ? (
              <NoValue />
            ) : (
              [chosenRepo, ...otherRepos].map((label) => <RepoLink key={label} label={label} />)
            )}
          </LabelledValue>
        ))}
      </div>
      {children}
    </PageFrame>
  )
}

/** A link for users who may see the repo. */
function RepoLink({ label }: { readonly label: string }) {
  const { caller } = useConsoleContext()
  const repo = useMay()('view', yumRepos) ? repoOfLabel(label) : undefined
  const places = caller.deployment === 'super' ? paths.yumRepos : paths.tenantYumRepos
  return (
    <span className={`mono ${classes.repo}`}>
      {repo ? <Link to={places.details(yumRepoKey(repo))}>{label}</Link> : label}
    </span>
  )
}
