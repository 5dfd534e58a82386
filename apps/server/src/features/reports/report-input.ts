import type { AddInput } from '@quatrain/contract/kit/resource.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { reportTrends } from '@quatrain/contract/web-api/reports.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import type { Owned } from '#kit/owned/owned-table.ts'
import type { Context } from '#request/context/context.ts'
import { fieldsOfRemote, type ProfileIds, type RemoteFields } from './report-document.ts'
import { findKnown, type Known, type ReportFields } from './reports.repository.ts'

export type ReportWrite = Partial<AddInput<typeof reports>> & Pick<AddInput<typeof reports>, 'name' | 'groupname'>

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
export async function resolvedReport(ctx: Context, input: ReportWrite): Promise<Owned<ReportFields>> {
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
