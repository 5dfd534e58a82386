import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { isOfConsole } from '@quatrain/contract/web-api/merged-service-types.ts'
import { useQuery } from '@tanstack/react-query'
import { resourceQueries } from '#kit/api/queries.ts'
import { StoredRecordPage } from '#kit/resource/object-pages.tsx'
import { historyPages, RecordDetailsPage, readOnlyPages } from '#kit/resource/read-pages.tsx'
import { paths } from '#lib/paths.ts'
import { usePathParameters } from '#lib/resource-paths.ts'
import { ServiceTypeDetails, ServiceTypeForm } from './ServiceTypeForm.tsx'
import { serviceTypeDefinition } from './service-type-form.ts'

const shared = { definition: serviceTypeDefinition, Form: ServiceTypeForm, Details: ServiceTypeDetails } as const

/** One service type; one of the topology can only be read. */
function ServiceTypePage() {
  const { name = '' } = usePathParameters()
  const { data } = useQuery(resourceQueries(serviceTypes).details(name))
  if (data && !isOfConsole(data.record)) return <RecordDetailsPage {...shared} paths={paths.serviceTypes} />
  return <StoredRecordPage {...shared} />
}

export const serviceTypePages = { details: <ServiceTypePage />, ...historyPages(shared) }

export const publicServiceTypePages = readOnlyPages({ ...shared, paths: paths.publicServiceTypes, view: 'public' })
