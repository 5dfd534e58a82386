import { byGroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { aggregationProfileKind } from '#features/aggregation-profiles/aggregation-profiles.kind.ts'
import { metricProfileKind } from '#features/metric-profiles/metric-profiles.kind.ts'
import { thresholdsProfileKind } from '#features/thresholds-profiles/thresholds-profiles.kind.ts'
import type { Context } from '#request/context/context.ts'
import { type DemoTenant, statesOf } from './data.ts'
import { requestId } from './history.ts'

/** The context of every write of the replay. `clock` is that of the Web API. */
export type Replay = Pick<Context, 'tenant' | 'db' | 'webApi'> & { readonly clock: { time: Date } }

interface Version {
  readonly name: string
  readonly user: string
  readonly date_created: Date
}

/** The functions that the screens use. */
interface Kind<Input> {
  readonly add: (ctx: Context, input: Input) => Promise<Notices & { readonly apiid: string }>
  readonly change: (
    ctx: Context,
    input: Input & { readonly apiid: string },
  ) => Promise<Notices & { readonly apiid: string }>
}

/** Repeats every write of the profiles that are in both stores. Aggregation profiles refer to metric profiles. */
export async function loadProfiles(replay: Replay, tenant: DemoTenant): Promise<void> {
  const { metric_profiles, aggregation_profiles, thresholds_profiles, groups } = tenant
  await repeat(
    replay,
    groups,
    metric_profiles.flatMap(statesOf),
    metricProfileKind,
    ({ name, groupname, description, services }) => ({
      name,
      groupname,
      description,
      services: services.flatMap(({ service, metrics }) => metrics.map((metric) => ({ service, metric }))),
    }),
  )
  await repeat(
    replay,
    groups,
    aggregation_profiles.flatMap(statesOf),
    aggregationProfileKind,
    ({ metric_profile, ...content }) => ({
      ...withoutAuthor(content),
      metric_profile: metric_profile.name,
    }),
  )
  await repeat(replay, groups, thresholds_profiles.flatMap(statesOf), thresholdsProfileKind, withoutAuthor)
}

const withoutAuthor = <State extends Pick<Version, 'user' | 'date_created'>>({
  user: _,
  date_created: __,
  ...content
}: State) => content

/** Repeats every write of every profile of a kind in chronological order, with its author and date. */
async function repeat<State extends Version, Input>(
  replay: Replay,
  groups: DemoTenant['groups'],
  states: readonly State[],
  { add, change }: Kind<Input>,
  inputOf: (state: State) => Input,
): Promise<void> {
  const apiids = new Map<string, string>()
  for (const state of states.toSorted((a, b) => a.date_created.getTime() - b.date_created.getTime())) {
    replay.clock.time = state.date_created
    const ctx = contextOfReplay(replay, state, groups)
    const apiid = apiids.get(state.name)
    const input = inputOf(state)
    const saved = await (apiid ? change(ctx, { ...input, apiid }) : add(ctx, input))
    if (saved.imported || saved.warning || saved.unavailable || saved.deleted) {
      throw new Error(`The profile ${state.name} of ${replay.tenant.name} moved metrics: ${JSON.stringify(saved)}`)
    }
    apiids.set(state.name, saved.apiid)
  }
}

/** The context of a write by the author of a version, who had the permission at that time. */
export function contextOfReplay(
  { tenant, db, webApi }: Replay,
  version: Version,
  groups: DemoTenant['groups'],
): Context {
  return {
    tenant,
    db,
    webApi,
    now: () => version.date_created,
    caller: {
      deployment: tenant.deployment,
      user: {
        username: version.user,
        isSuperuser: true,
        groups: byGroupKind((kind) => groups[kind].map(({ name }) => name)),
      },
    },
    origin: { requestId, address: '' },
    write: { ifMatch: '*' },
    recording: { isDone: false },
  }
}
