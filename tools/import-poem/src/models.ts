/** The tables of the other system, as its operators know them, with other names that they have in a database. */
const names = {
  osTag: ['os_tag'],
  yumRepo: ['yum_repo'],
  package: ['package'],
  probe: ['probe'],
  probeVersion: ['probe_history'],
  templateType: ['metric_template_type'],
  tag: ['metric_tag'],
  template: ['metric_template'],
  templateVersion: ['metric_template_history'],
  defaultPort: ['default_port'],
  oldHistory: ['history'],
  webApiKey: ['web_api_key'],
  tenant: ['tenant'],
  domain: ['domain'],
  metric: ['metric'],
  groupOfMetrics: ['group_of_metrics'],
  groupOfMetricProfiles: ['group_of_metric_profiles'],
  groupOfAggregations: ['group_of_aggregations'],
  groupOfThresholdsProfiles: ['group_of_thresholds_profiles'],
  groupOfReports: ['group_of_reports'],
  metricProfile: ['metric_profiles'],
  aggregation: ['aggregation'],
  thresholdsProfile: ['thresholds_profiles'],
  report: ['reports'],
  userProfile: ['user_profile'],
  history: ['tenant_history'],
  override: ['metric_configuration'],
  candidateStatus: ['probe_candidate_status'],
  candidate: ['probe_candidate'],
  user: ['user', 'cust_user'],
  apiKey: ['api_key', 'my_api_key', 'own_api_key'],
  session: ['session'],
  authToken: ['token', 'auth_token'],
  contentType: ['content_type'],
  permission: ['permission'],
  permissionGroup: ['group'],
  migration: ['migration'],
} as const

export type Model = keyof typeof names

/** Ignores separators and a plural: `poem_metricprofiles` and `metric_profile` are names of the same table. */
const normalized = (name: string): string => name.toLowerCase().replaceAll('_', '').replace(/s$/, '')

const byName = new Map<string, Model>(
  Object.entries(names).flatMap(([model, otherNames]) =>
    otherNames.map((name) => [normalized(name), model as Model] as const),
  ),
)

/** The table that this is, with or without the label of its application; undefined for an unknown one. */
export function modelOf(table: string): Model | undefined {
  const words = table.split(/[_.]/)
  return words.map((_, from) => byName.get(normalized(words.slice(from).join('_')))).find((model) => model)
}
