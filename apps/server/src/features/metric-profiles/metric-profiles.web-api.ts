import { isDeepStrictEqual } from 'node:util'
import type { WebApiMetricProfile, WebApiMetricProfileInput } from '@quatrain/contract/web-api/metric-profiles.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { isMissing, UpstreamError } from '#gateways/web-api/upstream-error.ts'
import type { Hold } from '#kit/two-stores/intents.ts'
import type { Context } from '#request/context.ts'
import type { Tag, WebApi } from '#request/web-api.ts'
import { toWebApi } from './metric-profile-document.ts'
import * as repository from './metric-profiles.repository.ts'

// The Web API's half of each write: what has to be there before, what has to be there afterwards, and how it is undone.

/** Throws when the Web API has a profile of this name, which is then not ours. */
export async function assertNameIsFree(webApi: WebApi, name: string): Promise<void> {
  const [taken] = await webApi.metricProfiles.named(name)
  if (!taken) return
  throw new AppError('already_exists', `The Web API has a metric profile ${name} that is not known here.`, {
    source: 'web-api',
    fields: { name: 'Already exists in the Web API' },
  })
}

/** Throws when the Web API does not have the profile. */
export async function tagOf(webApi: WebApi, { apiid, name }: { apiid: string; name: string }): Promise<Tag> {
  const there = await webApi.metricProfiles.find(apiid)
  if (!there)
    throw new UpstreamError(`The Web API does not have the metric profile ${name}.`, { certainlyNotApplied: true })
  return there.etag
}

/** What the Web API says that it has stored is read back: monitoring runs on what is there. */
export async function assertStored(webApi: WebApi, id: string, profile: WebApiMetricProfileInput): Promise<void> {
  const there = await webApi.metricProfiles.find(id)
  if (!there || !isSame(there, profile)) throw lied()
}

export async function assertRemoved(webApi: WebApi, id: string): Promise<void> {
  if (await webApi.metricProfiles.find(id)) throw lied()
}

export const isSame = (there: WebApiMetricProfile, { name, description, services }: WebApiMetricProfileInput) =>
  isDeepStrictEqual(
    { name: there.name, description: there.description, services: there.services },
    { name, description, services },
  )

const lied = () =>
  new UpstreamError('The Web API confirmed the change, but what it gives back is something else.', {
    certainlyNotApplied: false,
  })

/**
 * Removes what an add has made, unless it is another profile after all, or known here by now. A Web API that says it is
 * not there is asked to remove it all the same: it may see its own writes late.
 */
export async function undoAdd(ctx: Context, { id, name }: { id: string; name: string }): Promise<void> {
  const { metricProfiles } = ctx.webApi
  const there = await metricProfiles.find(id)
  if ((there && there.name !== name) || (await repository.isRegistered(ctx.db, id))) return
  await metricProfiles.remove(id, there?.etag)
  await assertRemoved(ctx.webApi, id)
}

/**
 * Gives the Web API our own half, which is as it was before the change. It is written even where it is there already:
 * the change may still be on its way, and then finds another tag than it was told to expect.
 */
export async function undoChange(ctx: Context, name: string, hold: Hold): Promise<void> {
  const { metricProfiles } = ctx.webApi
  const profile = await repository.findNamed(ctx.db, name)
  if (!profile) return
  const there = await metricProfiles.find(profile.apiid)
  await hold()
  try {
    await metricProfiles.change(profile.apiid, toWebApi(profile), there?.etag)
  } catch (error) {
    // Who has removed it there meant to.
    if (!there && isMissing(error)) return
    throw error
  }
  await assertStored(ctx.webApi, profile.apiid, toWebApi(profile))
}
