import { useQuery } from '@tanstack/react-query'
import type { View } from '#kit/api/resource-queries.ts'
import { FailurePage } from '#kit/page/Failure.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { StaleNotice } from '#kit/page/StaleNotice.tsx'
import { usePathParameters } from '#lib/path-parameters.ts'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { OperationsProfileDetails } from './OperationsProfileDetails.tsx'
import { operationsProfiles } from './operations-profiles.queries.ts'

const title = 'Operations profile details'

/** The operations profile of the address (`:name`). */
function OperationsProfile({ view }: { readonly view: View }) {
  const { name = '' } = usePathParameters()
  const { data, error, isFetching, refetch } = useQuery(operationsProfiles(view))
  const { list } = view === 'public' ? paths.publicOperationsProfiles : paths.operationsProfiles
  const profile = data?.profiles.find((profile) => profile.name === name)
  const notice = (
    <StaleNotice subject="The operations profiles" stale={data?.stale} retry={refetch} isBusy={isFetching} />
  )
  if (profile) {
    return (
      <PageFrame title={title} object={name}>
        {notice}
        <OperationsProfileDetails key={name} profile={profile} />
      </PageFrame>
    )
  }
  if (data) {
    return (
      <NotFound detail={`There is no operations profile named ${name}.`} to={list} toWhat="all operations profiles">
        {notice}
      </NotFound>
    )
  }
  if (error) return <FailurePage error={error} retry={() => void refetch()} />
  return <PagePlaceholder title={title} object={name} />
}

export const OperationsProfilePage = () => <OperationsProfile view="member" />
export const PublicOperationsProfilePage = () => <OperationsProfile view="public" />
