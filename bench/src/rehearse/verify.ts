import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { storeDifferences } from '@quatrain/contract/differences.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { z } from 'zod'
import { secret } from '../data/keys.ts'
import { asInProduction } from '../server/start.ts'
import type { Load } from './load.ts'
import { type Patient, pause } from './patient.ts'
import type { Saver } from './saver.ts'

/** What is wrong after a run, a sentence each. */
export interface Verdict {
  /** Acknowledged saves that are missing, or are there twice. */
  readonly lost: string[]
  /** Objects that differ between the stores, writes that have not ended, and broken chains of the activity log. */
  readonly halfDone: string[]
}

export async function verify({ savers, people }: Load, databaseUrl: string): Promise<Verdict> {
  const lost: string[] = []
  for (const saver of savers) {
    const client = people.get(saver.tenant)
    if (client) lost.push(...(await missingIn(client, saver)))
  }
  const halfDone: string[] = []
  for (const [tenant, client] of people) {
    for (const { kind, differences, unreadable, openWrites, failure } of await differencesOf(client)) {
      const found = [...differences, ...unreadable, ...openWrites, ...(failure ? [failure] : [])]
      if (found.length > 0) halfDone.push(`${kind} of ${tenant}: ${JSON.stringify(found)}`)
    }
  }
  return { lost, halfDone: [...halfDone, ...(await brokenChains(databaseUrl))] }
}

/** Milliseconds until no write is open any more, from now. */
export async function untilRecovered({ people }: Pick<Load, 'people'>): Promise<number> {
  const begun = performance.now()
  for (const client of people.values()) {
    while ((await differencesOf(client)).some(({ openWrites }) => openWrites.length > 0)) {
      if (performance.now() - begun > 300_000) throw new Error('Writes are open after five minutes.')
      await pause()
    }
  }
  return performance.now() - begun
}

async function differencesOf(client: Patient) {
  const { status, body } = await client.read(storeDifferences.path)
  if (status !== 200) throw new Error(`The differences cannot be read: ${status} ${body}`)
  return storeDifferences.answer.parse(JSON.parse(body.toString()))
}

const versions = z.array(z.record(z.string(), z.unknown()))

/** The history of an object is its saves, each once and in their order, and its state is the last of them. */
async function missingIn(client: Patient, { kind, name, tenant, saves, markerOf }: Saver): Promise<string[]> {
  const what = `${kind.resource.label.one} of ${tenant}`
  const key = kind.resource.path === 'users' ? name.toLowerCase() : name
  const { get, versions: history } = resourceEndpoints(kind.resource)
  const record = JSON.parse((await client.read(get.path.replace(':key', key))).body.toString())
  const kept = versions.parse(JSON.parse((await client.read(history.path.replace(':key', key))).body.toString()))
  const numbers = kept.map((version) => Number(/"Save (\d+)"/.exec(JSON.stringify(version))?.[1])).sort((a, b) => a - b)
  const problems: string[] = []
  if (kind.markerOf(record) !== markerOf(saves)) problems.push(`${what}: save ${saves} is not its state.`)
  if (numbers.length !== saves + 1 || numbers.some((number, index) => number !== index)) {
    problems.push(`${what}: its ${saves + 1} versions are ${numbers.join(' ')}.`)
  }
  return problems
}

async function brokenChains(databaseUrl: string): Promise<string[]> {
  const script = new URL('../../../apps/server/src/cli/main.ts', import.meta.url).pathname
  const env = { PATH: process.env.PATH, QUATRAIN_DATABASE_URL: databaseUrl, QUATRAIN_SECRET: secret }
  return promisify(execFile)(process.execPath, [...asInProduction('quatrain'), script, 'activity', 'verify'], {
    env,
  }).then(
    () => [],
    (error: unknown) => [`The activity log: ${error}`],
  )
}
