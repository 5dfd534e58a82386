import { isDeepStrictEqual } from 'node:util'
import type { WebApiMetricProfileInput } from '@quatrain/contract/web-api/metric-profiles.ts'
import { UpstreamError } from '#gateways/web-api/upstream-error.ts'
import type { WebApi } from '#request/web-api.ts'

// The Web API's half of each write. What it says it has stored is read back: monitoring runs on what is there.

/** Answers with the id. */
export async function addThere(webApi: WebApi, profile: WebApiMetricProfileInput): Promise<string> {
  const id = await webApi.metricProfiles.add(profile)
  await assertThere(webApi, id, profile)
  return id
}

export async function changeThere(webApi: WebApi, id: string, profile: WebApiMetricProfileInput): Promise<void> {
  await webApi.metricProfiles.change(id, profile)
  await assertThere(webApi, id, profile)
}

export async function removeThere(webApi: WebApi, id: string): Promise<void> {
  await webApi.metricProfiles.remove(id)
  if (await webApi.metricProfiles.find(id)) throw lied()
}

async function assertThere(webApi: WebApi, id: string, { name, description, services }: WebApiMetricProfileInput) {
  const found = await webApi.metricProfiles.find(id)
  const there = found && { name: found.name, description: found.description, services: found.services }
  if (!isDeepStrictEqual(there, { name, description, services })) throw lied()
}

const lied = () =>
  new UpstreamError('The Web API confirmed the change, but what it gives back is something else.', {
    nothingHappened: false,
  })
