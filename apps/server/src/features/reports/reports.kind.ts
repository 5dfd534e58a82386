import type { AddInput } from '@quatrain/contract/kit/resource.ts'
import { filterProblems } from '@quatrain/contract/reports/report-filters.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { reportTrends, webApiReport } from '@quatrain/contract/web-api/reports.ts'
import { alreadyExists, invalidInput } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { checkWith, defineOwnedKind } from '#kit/owned/owned-kind.ts'
import type { Owned } from '#kit/owned/owned-table.ts'
import type { ListWords } from '#kit/recording/describe-change.ts'
import { sentenceForEach } from '#kit/recording/list-words.ts'
import type { Identity } from '#kit/two-stores/both-stores.ts'
import { remoteObjects } from '#kit/two-stores/remote-objects.ts'
import type { Context } from '#request/context/context.ts'
import {
  comparableRemote,
  contentOfRemote,
  fieldOf,
  fieldsOfRemote,
  type ProfileIds,
  type ProfileType,
  profileTypes,
  type RemoteFields,
  remoteOf,
} from './report-document.ts'
import { type Found, findKnown, type Known, type ReportFields, selectFound } from './reports.repository.ts'

type ReportWrite = Partial<AddInput<typeof reports>> & Pick<AddInput<typeof reports>, 'name' | 'groupname'>

/** The fields that the Web API stores too, besides name and description. */
const remoteFields = reports.document.omit({ name: true, groupname: true, description: true })

/** A new report has these unless it says otherwise; the other fields are required. */
const defaults: Partial<RemoteFields> = {
  disabled: false,
  thresholds_profile: '',
  other_profiles: [],
  filter_tags: [],
  computes_ar: true,
  computes_status: true,
  trends: [...reportTrends],
  weight: '',
}

/**
 * The whole content of a write. Fields that it does not send are those of the Web API's document, if there is one: clients
 * that write to the Web API themselves send only name, group and description. Throws `invalid_input` for a new report
 * without the required fields.
 */
async function resolvedReport(ctx: Context, input: ReportWrite): Promise<Owned<ReportFields>> {
  const { apiid, name, groupname, description } = input
  const fields = await completed(ctx, input)
  const knownObjects = await findKnown(ctx.db, fields, apiid)
  return {
    ...fields,
    name,
    groupname,
    description,
    profile_ids: await profileIdsOf(ctx, fields, knownObjects),
    changed_at: ctx.now().toISOString(),
    stored_name: knownObjects.stored?.name ?? name,
  }
}

async function completed({ webApi }: Context, input: ReportWrite): Promise<RemoteFields> {
  const whole = remoteFields.safeParse(input)
  if (whole.success) return whole.data
  const remoteReport = input.apiid === undefined ? undefined : await webApi.reports.find(input.apiid)
  const submitted = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const { data, error } = remoteFields.safeParse({
    ...(remoteReport ? fieldsOfRemote(remoteReport) : defaults),
    ...submitted,
  })
  if (error) throw invalidInput(error.issues.map(({ path, message }) => [path.join('.'), message] as const))
  return data
}

/** The console has no operations profiles: the Web API is asked, unless the report had the profile before. */
async function profileIdsOf(
  { webApi }: Context,
  { operations_profile }: RemoteFields,
  knownObjects: Known,
): Promise<ProfileIds> {
  const { metric, aggregation, thresholds, stored } = knownObjects
  const isSame = stored?.operations_profile === operations_profile
  const [operationsProfile] = isSame ? [] : await webApi.operationsProfiles.named(operations_profile)
  const operations = isSame ? stored.operations : (operationsProfile?.id ?? '')
  return { metric: metric ?? '', aggregation: aggregation ?? '', operations, thresholds: thresholds ?? '' }
}

type Content = Owned<ReportFields>

/** The fields without a column of their own. */
const contentFields = reports.document
  .omit({ name: true, groupname: true, description: true })
  .extend({ profile_ids: z.record(z.enum(profileTypes), z.string()), changed_at: z.string() })

/** The current id of the profile with the name that this report has; the stored one if the console does not have it. */
const currentId = (type: Exclude<ProfileType, 'operations'>) => sql`coalesce((
  select apiid::text from ${sql.table(`${type}_profiles`)} as used
  where used.tenant_id = object.tenant_id and used.name = object.content->>${sql.lit(fieldOf(type))}),
  object.content->'profile_ids'->>${sql.lit(type)})`

const filterWords: ListWords = {
  sentences: sentenceForEach(
    (verb, [, name = '', entity = '']) => `${verb} filter "${entity === '' ? name : `${name}: ${entity}`}".`,
    (verb, count) => `${verb} ${count} more filters.`,
  ),
}

/** Reports: in the console's database, in the Web API, and the rules of their writes. Nothing depends on a report. */
export const reportKind = defineOwnedKind({
  resource: reports,
  table: {
    table: 'reports',
    content: sql<ReportFields>`object.content || jsonb_build_object('stored_name', object.name, 'profile_ids', jsonb_build_object(
    'metric', ${currentId('metric')}, 'aggregation', ${currentId('aggregation')},
    'operations', object.content->'profile_ids'->'operations', 'thresholds', ${currentId('thresholds')}))`,
    listed: sql`,
    object.content->'disabled' as disabled,
    object.content->'topology_types' as topology_types,
    object.content->>'metric_profile' as metric_profile,
    object.content->>'aggregation_profile' as aggregation_profile,
    object.content->>'operations_profile' as operations_profile,
    object.content->>'thresholds_profile' as thresholds_profile,
    object.content->>'changed_at' as changed_at`,
    columns: (input) => ({ content: sql`${JSON.stringify(contentFields.parse(input))}::jsonb` }),
  },
  remote: remoteObjects('reports', {
    label: reports.label,
    item: webApiReport,
    identities: { profiles: ['type', 'id'], filter_tags: ['context', 'name', 'value'] },
    toRemote: (content: Content, { current }) => remoteOf(content, current),
    fromRemote: async (_, item, own) => contentOfRemote(item, own),
    comparable: comparableRemote,
  }),
  rules: {
    complete: (ctx, input: ReportWrite) => resolvedReport(ctx, input),
    words: { filter_tags: filterWords },
    storedName: ({ stored_name }) => stored_name,
    check: checkWith(selectFound, assertValid),
    references: ({ metric_profile, aggregation_profile, thresholds_profile }) => [
      { resource: metricProfiles, key: metric_profile },
      { resource: aggregationProfiles, key: aggregation_profile },
      ...(thresholds_profile === '' ? [] : [{ resource: thresholdsProfiles, key: thresholds_profile }]),
    ],
  },
})

/**
 * Throws `invalid_input` for a profile with another id than the resolved one: it was deleted and added again after the id was read.
 * References of the stored report are accepted.
 */
function assertValid(input: Content & Partial<Identity>, references: Found, stored?: Content): void {
  const current = { ...references, operations: input.profile_ids.operations }
  const missingProfiles = profileTypes.flatMap((type) => {
    const [name, id] = [input[fieldOf(type)], input.profile_ids[type]]
    const isStored = stored?.[fieldOf(type)] === name && stored.profile_ids[type] === id
    if (name === '' || (id !== '' && (isStored || current[type] === id))) return []
    return [[fieldOf(type), `There is no ${type} profile with this name`] as const]
  })
  // What another client has stored in the Web API is kept as it is.
  const isRegistered = !stored && input.apiid !== undefined
  const isNewlyEmpty = input.topology_types.length === 0 && stored?.topology_types.length !== 0
  const problems = [
    ...missingProfiles,
    ...(isNewlyEmpty && !isRegistered ? [['topology_types', 'Required'] as const] : []),
    ...(isRegistered ? [] : filterProblems(input.filter_tags, stored?.filter_tags)).map(
      ([index, message]) => [`filter_tags.${index}`, message] as const,
    ),
  ]
  if (problems.length > 0) throw invalidInput(problems)
  if (references.isTaken) throw alreadyExists('Report', 'name')
}
