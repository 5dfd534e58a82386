import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { serviceTypes } from '#features/service-types/service-types.queries.ts'
import { Notice } from '#ui/Notice.tsx'

/** Says why no service flavours are suggested, where that is so. */
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
    <Notice
      kind="warning"
      role="status"
      actions={
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      <p>The service types could not be loaded, so service flavours are neither suggested nor checked.</p>
      <p>{error.message}</p>
    </Notice>
  )
}
