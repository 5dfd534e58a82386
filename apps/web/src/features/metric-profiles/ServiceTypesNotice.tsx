import { useQuery } from '@tanstack/react-query'
import { serviceTypes } from '#features/service-types/service-types.queries.ts'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Says why no service flavours are suggested; nothing if they are. */
export function ServiceTypesNotice() {
  const { data, error, isFetching, refetch } = useQuery(serviceTypes)
  if (data) {
    if (data.length > 0) return null
    return (
      <Notice kind="info">
        <p>This tenant has no service types yet, so service flavours are neither suggested nor checked.</p>
      </Notice>
    )
  }
  if (!error) return null
  return (
    <LoadFailure subject="The service types" error={error} retry={refetch} isBusy={isFetching}>
      Service flavours are neither suggested nor checked.
    </LoadFailure>
  )
}
