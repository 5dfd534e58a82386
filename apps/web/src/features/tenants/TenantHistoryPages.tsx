import { tenants } from '@quatrain/contract/resources/tenant.ts'
import { DocumentVersionPage } from '#kit/history/DocumentVersionPage.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { paths } from '#lib/paths.ts'

const shared = { resource: tenants, paths: paths.tenants } as const

export const TenantHistoryPage = () => <ResourceHistoryPage {...shared} />
export const TenantVersionPage = () => <DocumentVersionPage {...shared} />
export const TenantComparePage = () => <ResourceComparePage {...shared} isRestorable={false} />
