import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { PublicHistoryPage } from '#kit/history/PublicHistoryPage.tsx'
import { PublicComparePage, ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { metricTemplateDefinition } from './metric-template-definition.ts'
import { inPublic, inSuperTenant, inTenant, type TemplatePlaces } from './template-places.ts'

const shown = ({ templates }: TemplatePlaces) => ({ resource: metricTemplates, paths: templates })
const compared = ({ templates }: TemplatePlaces) => ({ ...metricTemplateDefinition, paths: templates })

export const MetricTemplateHistoryPage = () => <ResourceHistoryPage {...shown(inSuperTenant)} />
export const TenantMetricTemplateHistoryPage = () => <ResourceHistoryPage {...shown(inTenant)} />
export const PublicMetricTemplateHistoryPage = () => <PublicHistoryPage {...shown(inPublic)} />

export const MetricTemplateComparePage = () => <ResourceComparePage definition={compared(inSuperTenant)} />
export const TenantMetricTemplateComparePage = () => <ResourceComparePage definition={compared(inTenant)} />
export const PublicMetricTemplateComparePage = () => <PublicComparePage definition={compared(inPublic)} />
