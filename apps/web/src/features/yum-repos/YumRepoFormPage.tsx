import { type YumRepo, yumRepoKey, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { useSearchParams } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { WithRestored } from '#kit/history/WithRestored.tsx'
import { NotAllowed } from '#kit/page/NotAllowed.tsx'
import { ObjectActions } from '#kit/page/ObjectActions.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { useRemembered } from '#kit/page/recent.ts'
import { paths } from '#lib/paths.ts'
import { YumRepoDetails } from './YumRepoDetails.tsx'
import { YumRepoForm } from './YumRepoForm.tsx'
import { YumRepoUsage } from './YumRepoUsage.tsx'
import { blankValues, valuesOf, yumRepoDefinition } from './yum-repo-form.ts'

const blankBase = { values: blankValues }

export function AddYumRepoPage() {
  if (!useMay()('add', yumRepos)) return <NotAllowed action="add" resource={yumRepos} />
  return <YumRepoForm title="Add YUM repo" draftName="add" base={blankBase} />
}

export function CloneYumRepoPage() {
  if (!useMay()('add', yumRepos)) return <NotAllowed action="add" resource={yumRepos} />
  return (
    <WithRecord resource={yumRepos} paths={paths.yumRepos}>
      {({ record }) => (
        <YumRepoForm
          title="Clone YUM repo"
          draftName={`clone.${yumRepoKey(record)}`}
          base={blankBase}
          initial={clonedFrom(record)}
        />
      )}
    </WithRecord>
  )
}

/** As a rule for another operating system, so that it can keep its name and is asked for its tag. */
const clonedFrom = ({ id: _, ...repo }: YumRepo) => ({ ...repo, tag: '' })

export const ChangeYumRepoPage = () => (
  <WithRecord resource={yumRepos} paths={paths.yumRepos}>
    {(loaded) => <StoredYumRepo key={loaded.record.id} {...loaded} />}
  </WithRecord>
)

/** In a tenant's console, where nobody can change it. */
export const TenantYumRepoPage = () => (
  <WithRecord resource={yumRepos} paths={paths.tenantYumRepos}>
    {({ record }) => (
      <YumRepoDetails values={valuesOf(record)} object={yumRepoKey(record)}>
        <YumRepoUsage repo={yumRepoKey(record)} />
      </YumRepoDetails>
    )}
  </WithRecord>
)

function StoredYumRepo({ record, etag }: Loaded<typeof yumRepos>) {
  const may = useMay()
  const [query] = useSearchParams()
  const key = yumRepoKey(record)
  useRemembered(yumRepos, key)
  const restored = query.get('restore')
  const usage = <YumRepoUsage repo={key} />
  const actions = <ObjectActions resource={yumRepos} paths={paths.yumRepos} name={key} />
  if (!may('change', yumRepos)) {
    const banner = <ReadOnlyBanner resource={yumRepos} />
    return (
      <YumRepoDetails values={valuesOf(record)} object={key} actions={actions} notice={banner}>
        {usage}
      </YumRepoDetails>
    )
  }
  const base = { values: valuesOf(record), etag }
  const shared = { title: 'Change YUM repo', base, stored: key }
  if (restored === null) {
    return (
      <YumRepoForm {...shared} draftName={`change.${key}`} actions={actions}>
        {usage}
      </YumRepoForm>
    )
  }
  return (
    <WithRestored definition={yumRepoDefinition} version={restored} now={base.values}>
      {({ values, ...old }) => (
        <YumRepoForm
          {...shared}
          {...old}
          draftName={`restore.${restored}.${key}`}
          initial={{ ...values, id: record.id }}
        />
      )}
    </WithRestored>
  )
}
