import { tenants } from '@quatrain/contract/resources/tenant.ts'
import { documentHistoryPages } from '#kit/resource/history-pages.tsx'
import { paths } from '#lib/paths.ts'

export const tenantHistory = documentHistoryPages({ resource: tenants, paths: paths.tenants })
