/** What screens call a field whose own words are others: the one table, which errors are named by. */
const labels = new Map(
  Object.entries({
    all_kinds: 'Changed by change requests only',
    button_text: 'Text of the button',
    bypass: 'Superusers can save without a request',
    client_id: 'Client ID',
    combinedFrom: 'Feeding tenants',
    computes_ar: 'Availability and reliability',
    devel_url: 'Devel UI URL',
    production_url: 'Production UI URL',
    computes_status: 'Status',
    counts_author: 'The approval of the author counts',
    dependancy: 'Dependency',
    display_name_attribute: 'Full name',
    displayname: 'displayName',
    docurl: 'Documentation',
    egiid: 'eduPersonUniqueId',
    email_attribute: 'E-mail address',
    first_name_attribute: 'First name',
    group_rules: 'Groups of new users',
    groupname: 'Group',
    groups_attribute: 'Groups',
    groupsofaggregations: 'Groups of aggregations',
    groupsofmetricprofiles: 'Groups of metric profiles',
    groupsofmetrics: 'Groups of metrics',
    groupsofreports: 'Groups of reports',
    groupsofthresholdsprofiles: 'Groups of thresholds profiles',
    has_values: 'With values',
    is_active: 'Active',
    is_superuser: 'Superuser status',
    last_name_attribute: 'Last name',
    metadata_address: 'Address of the metadata',
    metrictemplates: 'Metric templates',
    mtype: 'Type',
    nv: 'New version',
    probeexecutable: 'Probe executable',
    probeversion: 'Probe',
    profile_operation: 'Aggregation operation',
    read_only: 'Read-only',
    rejection_reason: 'Reason for rejection',
    rpm: 'RPM',
    rules: 'Thresholds rules',
    servicetypes: 'Service types',
    subject: 'distinguishedName',
    subject_attribute: 'Subject',
    used_by: 'Used by',
    username_attribute: 'Username',
    yum_baseurl: 'YUM base URL',
  }),
)

const wordsOf = (field: string): string =>
  labels.get(field) ?? field.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())

/**
 * The path of a field as people see it on screens: `current_password` is `Current password`, `rules.3.metric` is
 * `Thresholds rules 4, metric`.
 */
export function fieldLabel(path: string): string {
  const [first = '', ...nestedPath] = path.split('.')
  return nestedPath.reduce((label, step) => {
    if (/^\d+$/.test(step)) return `${label} ${Number(step) + 1}`
    const words = wordsOf(step)
    return `${label}, ${labels.has(step) ? words : words.toLowerCase()}`
  }, wordsOf(first))
}
