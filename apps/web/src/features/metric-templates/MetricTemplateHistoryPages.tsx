import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { PublicHistoryPage } from '#kit/history/PublicHistoryPage.tsx'
import { PublicComparePage, ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { inPublic, inSuperTenant, inTenant, type TemplatePlaces } from './template-places.ts'

const shown = ({ templates }: TemplatePlaces) => ({ resource: metricTemplates, paths: templates })

export const MetricTemplateHistoryPage = () => <ResourceHistoryPage {...shown(inSuperTenant)} />
export const TenantMetricTemplateHistoryPage = () => <ResourceHistoryPage {...shown(inTenant)} />
export const PublicMetricTemplateHistoryPage = () => <PublicHistoryPage {...shown(inPublic)} />

export const MetricTemplateComparePage = () => <ResourceComparePage {...shown(inSuperTenant)} />
export const TenantMetricTemplateComparePage = () => <ResourceComparePage {...shown(inTenant)} />
export const PublicMetricTemplateComparePage = () => <PublicComparePage {...shown(inPublic)} />
