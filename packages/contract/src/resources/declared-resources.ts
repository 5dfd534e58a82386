import { changeRules } from '../change-requests/change-rule.ts'
import { findingSettings } from '../findings/finding.ts'
import type { kindNames, singleKindNames } from '../kit/kind-names.ts'
import type { Resource } from '../kit/resource.ts'
import { aggregationProfiles } from './aggregation-profile.ts'
import { apiKeys } from './api-key.ts'
import { defaultPorts } from './default-port.ts'
import {
  groupsOfAggregations,
  groupsOfMetricProfiles,
  groupsOfMetrics,
  groupsOfReports,
  groupsOfThresholdsProfiles,
} from './group.ts'
import { identityProviders } from './identity-provider.ts'
import { metrics } from './metric.ts'
import { metricOverrides } from './metric-override.ts'
import { metricProfiles } from './metric-profile.ts'
import { metricTags } from './metric-tag.ts'
import { metricTemplates } from './metric-template.ts'
import { packages } from './package.ts'
import { probes } from './probe.ts'
import { probeCandidates } from './probe-candidate.ts'
import { reports } from './report.ts'
import { serviceTypes } from './service-type.ts'
import { tenants } from './tenant.ts'
import { thresholdsProfiles } from './thresholds-profile.ts'
import { users } from './user.ts'
import { webhooks } from './webhook.ts'
import { yumRepos } from './yum-repo.ts'

/** Every kind of object by the name of its section, with all that the contract says about it. */
export const declaredResources: Readonly<Record<keyof typeof kindNames | keyof typeof singleKindNames, Resource>> = {
  aggregationProfiles,
  apiKeys,
  changeRule: changeRules,
  defaultPorts,
  findings: findingSettings,
  groupsOfAggregations,
  groupsOfMetricProfiles,
  groupsOfMetrics,
  groupsOfReports,
  groupsOfThresholdsProfiles,
  identityProviders,
  metricOverrides,
  metricProfiles,
  metrics,
  metricTags,
  metricTemplates,
  packages,
  probeCandidates,
  probes,
  reports,
  serviceTypes,
  tenants,
  thresholdsProfiles,
  users,
  webhooks,
  yumRepos,
}
