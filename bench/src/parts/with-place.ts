import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import type { Databases } from '../cluster.ts'
import type { Filling } from '../data/fill.ts'
import { startProgram } from '../processes.ts'
import { startServer } from '../server/start.ts'
import type { Place } from './places.ts'

/** Milliseconds for which a console that has started without tenants does not know their hosts. */
const strangersKnownFor = 2_000

type Use<T> = (place: Place) => Promise<T>

/** A console on PostgreSQL with this data, and the Web API as a separate process. */
export async function onPostgreSql<T>(
  databases: Databases,
  { name, filling }: { readonly name: string; readonly filling: Filling },
  use: Use<T>,
): Promise<T> {
  const url = await databases.create(name)
  const port = await freePort()
  const webApi = await startProgram({
    script: 'start:webapi',
    env: { QUATRAIN_WEBAPI_DATABASE_URL: url, QUATRAIN_WEBAPI_PORT: String(port) },
    target: { url: `http://127.0.0.1:${port}` },
    path: '/readyz',
  })
  try {
    return await onServer({ url, webApiUrl: webApi.url }, 'PostgreSQL', filling, use)
  } finally {
    await webApi.stop()
  }
}

/** A console on the embedded database, with the Web API in the same process. */
export async function onPglite<T>(filling: Filling, use: Use<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-bench-'))
  try {
    return await onServer({ folder: join(folder, 'data') }, 'PGlite', filling, use)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onServer<T>(
  opening: Parameters<typeof startServer>[0],
  name: Place['name'],
  filling: Filling,
  use: Use<T>,
): Promise<T> {
  const server = await startServer(opening)
  try {
    await server.calls.fill(filling)
    await setTimeout(strangersKnownFor)
    return await use({ name, server, ...('url' in opening && { url: opening.url }) })
  } finally {
    await server.stop()
  }
}
