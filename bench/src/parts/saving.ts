import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { z } from 'zod'
import { metricName } from '../data/catalogue.ts'
import { ask, askSuccessfully } from '../http/ask.ts'
import { person } from '../visitors.ts'
import type { Place } from './places.ts'

interface Saves {
  readonly count: number
  /** Saves that were not stored, such as those that have waited for a lock for too long. */
  readonly refused: number
  /** Milliseconds of the longest. */
  readonly longest: number
}

const name = 'SAVED-MEANWHILE'
const { add, change, get } = resourceEndpoints(metricProfiles)
const services = [{ service: 's', metric: metricName(1) }]
const saved = z.object({ apiid: z.string() })

/**
 * Saves a metric profile of a tenant again and again, until it is stopped: these saves depend on the metric templates, and wait
 * for more than others. The promise resolves after the profile exists.
 */
export async function saving(
  { consoleUrl }: Pick<Place['server'], 'consoleUrl'>,
  tenant: string,
): Promise<{ stop(): Promise<Saves> }> {
  const { target } = await person(consoleUrl, tenant)
  const path = get.path.replace(':key', name)
  const found = await ask(target, 'GET', path)
  const body = { name, groupname: tenant, description: '', services }
  const profile = found.status === 404 ? await askSuccessfully(target, add.method, add.path, { body }) : found
  const { apiid } = saved.parse(JSON.parse(profile.body.toString()))
  const state = { count: 0, refused: 0, longest: 0, isStopped: false }
  const run = async () => {
    while (!state.isStopped) {
      const begun = performance.now()
      const isSaved = await ask(target, change.method, change.path, {
        body: { ...body, apiid, description: `Save ${state.count}.` },
        headers: { 'if-match': '*' },
      }).then(
        ({ status }) => status < 400,
        // The server ends connections that it believes idle, also if a request has just been sent.
        () => false,
      )
      state.count += 1
      if (!isSaved) state.refused += 1
      state.longest = Math.max(state.longest, performance.now() - begun)
    }
  }
  const running = run()
  return {
    async stop() {
      state.isStopped = true
      await running
      const { isStopped: _, ...saves } = state
      return saves
    },
  }
}
