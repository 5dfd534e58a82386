import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { isOfConsole } from '@quatrain/contract/web-api/merged-service-types.ts'
import { useQuery } from '@tanstack/react-query'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { RecordDetailsPage } from '#kit/resource/RecordDetailsPage.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { usePathParameters } from '#lib/path-parameters.ts'
import { paths } from '#lib/paths.ts'
import { ServiceTypeDetails, ServiceTypeForm } from './ServiceTypeForm.tsx'
import { serviceTypeDefinition } from './service-type-form.ts'

const shared = { definition: serviceTypeDefinition, Form: ServiceTypeForm, Details: ServiceTypeDetails } as const
const history = { resource: serviceTypes, paths: paths.serviceTypes } as const

/** One service type; one of the topology can only be read. */
export function ServiceTypePage() {
  const { name = '' } = usePathParameters()
  const { data } = useQuery(resourceQueries(serviceTypes).details(name))
  if (data && !isOfConsole(data.record)) return <RecordDetailsPage {...shared} paths={paths.serviceTypes} />
  return <StoredRecordPage {...shared} />
}

export const ServiceTypeHistoryPage = () => <ResourceHistoryPage {...history} />
export const ServiceTypeVersionPage = () => <VersionPage {...shared} />
export const ServiceTypeComparePage = () => <ResourceComparePage {...history} />

export const PublicServiceTypePage = () => (
  <RecordDetailsPage {...shared} paths={paths.publicServiceTypes} view="public" />
)
