// Where the objects of each kind are stored, with the fields that refer to others.
import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { type RawBuilder, sql } from 'kysely'

/** The stored objects of a kind as the caller sees them. */
export interface Objects {
  readonly from: RawBuilder<unknown>
  /** The name by which others refer to them. */
  readonly name: RawBuilder<unknown>
  /** What identifies them in addresses, if it is not the name. */
  readonly key?: RawBuilder<unknown>
  /** The fields of their documents that refer to others, as `jsonb`. */
  readonly fields: Readonly<Record<string, RawBuilder<unknown>>>
  /** Lists of text that have the same names without repetitions, by the path of the reference, if the field can be long. */
  readonly distinct?: Readonly<Record<string, RawBuilder<unknown>>>
}

const text = (value: RawBuilder<unknown>) => sql`to_jsonb(${value})`
const listOf = (query: RawBuilder<unknown>) => sql`to_jsonb(array(${query}))`

/** The name of an object's group. */
const group = text(sql`(
  select owner.name from groups as owner where owner.tenant_id = object.tenant_id and owner.id = object.group_id)`)

const repoLabels = sql`
  select yum_repo_label(repo, tag) from package_repos as link
  join yum_repos as repo on repo.id = link.repo_id join os_tags as tag on tag.id = repo.tag_id
  where link.package_id = object.id`

const packageLabel = sql`object.name || ' (' || object.version || ')'`

const rowsOf = (table: string, columns: readonly string[]) => sql`(
  select jsonb_agg(jsonb_build_object(${sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(`row.${column}`)]))}))
  from ${sql.table(table)} as row where row.tenant_id = object.tenant_id and row.override_id = object.id)`

/** The tables of the objects that belong to each kind of group, and how the names of these objects are found. */
const grouped: Readonly<Record<GroupKind, string>> = {
  reports: 'reports',
  metrics: 'metrics_with_content',
  aggregations: 'aggregation_profiles',
  metricprofiles: 'metric_profiles',
  thresholdsprofiles: 'thresholds_profiles',
}

const groupsOf = (kind: GroupKind): Objects => ({
  from: sql`(select * from groups where kind = ${sql.lit(kind)}) as object`,
  name: sql`object.name`,
  fields: {
    items: listOf(sql`select item.name from ${sql.table(grouped[kind])} as item
      where item.tenant_id = object.tenant_id and item.group_id = object.id`),
    users: listOf(sql`select member.username from group_members as membership
      join users as member on member.tenant_id = membership.tenant_id and member.id = membership.user_id
      where membership.tenant_id = object.tenant_id and membership.group_id = object.id`),
  },
})

const groupsOfUser = (kind: GroupKind) =>
  listOf(sql`select owner.name from group_members as membership
    join groups as owner on owner.tenant_id = membership.tenant_id and owner.id = membership.group_id
    where membership.tenant_id = object.tenant_id and membership.user_id = object.id and owner.kind = ${sql.lit(kind)}`)

/** The fields that metrics and metric templates have in common. */
const ofContent = {
  probeversion: text(sql`object.probeversion`),
  tags: text(sql`object.tags`),
  parent: text(sql`object.parent`),
}

export const objectsOfKinds: Readonly<Record<string, Objects>> = {
  yumrepo: {
    from: sql`(select yum_repo_label(repo, tag) as name, tag.name as tag,
        repo.name || '-' || lower(regexp_replace(tag.name, '[\\s-]+', '', 'g')) as key
      from yum_repos as repo join os_tags as tag on tag.id = repo.tag_id) as object`,
    name: sql`object.name`,
    key: sql`object.key`,
    fields: { tag: text(sql`object.tag`) },
  },
  package: {
    from: sql`packages as object`,
    name: packageLabel,
    key: sql`object.name || '-' || object.version`,
    fields: { repos: listOf(repoLabels) },
  },
  probe: {
    from: sql`probe_versions as probe join packages as object on object.id = probe.package_id`,
    name: sql`probe_version_label(probe, object)`,
    key: sql`probe.name`,
    fields: { package: text(packageLabel) },
  },
  metrictemplate: {
    from: sql`metric_templates as template
      join versions_with_content as object on object.id = template.current_version_id`,
    name: sql`object.name`,
    fields: {
      ...ofContent,
      dependency: text(sql`object.dependency`),
    },
  },
  metrictag: {
    from: sql`metric_tags as object`,
    name: sql`object.name`,
    fields: {
      metrics: listOf(sql`select template.name from metric_template_tags as tagged
        join metric_templates as template on template.id = tagged.template_id where tagged.tag_id = object.id`),
    },
  },
  metric: {
    from: sql`metrics_with_content as object`,
    name: sql`object.name`,
    fields: {
      ...ofContent,
      dependancy: text(sql`object.dependency`),
      group,
    },
  },
  metricprofile: {
    from: sql`metric_profiles as object`,
    name: sql`object.name`,
    fields: {
      metricinstances: sql`(
        select jsonb_agg(jsonb_build_object('service', pair.service, 'metric', pair.metric))
        from metric_profile_instances as pair
        where pair.tenant_id = object.tenant_id and pair.profile_id = object.id)`,
      groupname: group,
    },
  },
  thresholdsprofile: {
    from: sql`thresholds_profiles as object`,
    name: sql`object.name`,
    fields: { rules: sql`object.rules`, groupname: group },
    distinct: { 'rules.*.metric': sql`object.metric_names` },
  },
  metricoverride: {
    from: sql`metric_overrides as object`,
    name: sql`object.name`,
    fields: {
      metric_parameters: rowsOf('metric_override_metric_parameters', ['metric', 'hostname']),
      host_attributes: rowsOf('metric_override_host_attributes', ['hostname']),
    },
  },
  aggregationprofile: {
    from: sql`aggregation_profiles as object`,
    name: sql`object.name`,
    fields: {
      metric_profile: text(sql`object.metric_profile`),
      groups: sql`object.content -> 'groups'`,
      groupname: group,
    },
    distinct: { 'groups.*.services.*.name': sql`object.service_names` },
  },
  report: {
    from: sql`reports as object`,
    name: sql`object.name`,
    fields: {
      metric_profile: sql`object.content -> 'metric_profile'`,
      aggregation_profile: sql`object.content -> 'aggregation_profile'`,
      operations_profile: sql`object.content -> 'operations_profile'`,
      thresholds_profile: sql`object.content -> 'thresholds_profile'`,
      filter_tags: sql`object.content -> 'filter_tags'`,
      groupname: group,
    },
  },
  ...Object.fromEntries(groupKinds.map((kind) => [`groupof${kind}`, groupsOf(kind)])),
  user: {
    from: sql`users as object`,
    name: sql`object.username`,
    fields: Object.fromEntries(groupKinds.map((kind) => [`groupsof${kind}`, groupsOfUser(kind)])),
  },
  identityprovider: {
    from: sql`(select tenant.name || ': ' || provider.name as name, tenant.name as tenant, provider.content
      from identity_providers as provider join tenants as tenant on tenant.id = provider.tenant_id) as object`,
    name: sql`object.name`,
    fields: { group_rules: sql`object.content::jsonb -> 'group_rules'`, tenant: text(sql`object.tenant`) },
  },
  tenant: {
    from: sql`tenants as object`,
    name: sql`object.name`,
    fields: { combinedFrom: text(sql`object.combined_from`) },
  },
  probecandidate: {
    from: sql`probe_candidates as object`,
    name: sql`object.name`,
    key: sql`object.id::text`,
    fields: { service_type: text(sql`object.service_type`) },
  },
}
