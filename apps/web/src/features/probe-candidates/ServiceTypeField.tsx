import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { serviceTypes } from '#features/service-types/service-types.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { SuggestField } from '#kit/fields/SuggestField.tsx'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { compareNames } from '#lib/name-order.ts'

/** One of the tenant's service types; its title if the tenant uses titles, which is stored then. */
export function ServiceTypeField({ isOptional }: { readonly isOptional: boolean }) {
  const { use_service_title: hasTitles } = useConsoleContext().options
  const { data: types, error, isFetching, refetch } = useQuery(serviceTypes)
  const suggestions = useMemo(
    () =>
      (types ?? [])
        .map(({ name, title }) => (hasTitles && title !== '' ? { value: title, hint: name } : { value: name }))
        .toSorted((a, b) => compareNames(a.value, b.value)),
    [types, hasTitles],
  )
  return (
    <>
      <SuggestField
        name="service_type"
        label="Service type"
        description="Suggested service type for testing"
        suggestions={suggestions}
        isOptional={isOptional}
      />
      {error && <LoadFailure subject="The service types" error={error} retry={refetch} isBusy={isFetching} />}
    </>
  )
}
