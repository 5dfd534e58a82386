import { ask, expectReply, RunFailed, type Way } from './ask.ts'

/** The repository files and packages that the installer of a box writes, or its failure. */
export async function installPackages(console: Way, os: string, profiles: readonly string[]) {
  const way = { ...console, headers: { ...console.headers, profiles: `[${profiles.join(', ')}]` } }
  const { data, missing_packages } = await expectReply(ask(way, 'GET', `/api/v2/repos/${os}`), 200)
  if (!Array.isArray(missing_packages)) throw new RunFailed('no list of missing packages')
  return Object.entries(data).map(([repo, given]) => {
    const { content, packages } = given as { content: string; packages: { name: string; version: string }[] }
    return { file: `${repo}.repo`, content, packages: packages.map(({ name, version }) => `${name}-${version}`) }
  })
}

/** The names of the metrics of every tenant, as the watcher of the console lists them without a key. */
export async function watchMetrics(origin: string, superHost: string): Promise<Map<string, string[]>> {
  const on = (host: string): Way => ({ origin, headers: { host, accept: '*/*' } })
  const read = (host: string, path: string) => expectReply(ask(on(host), 'GET', `/api/v2/internal/${path}`), 200)
  const found = new Map<string, string[]>()
  const tenants: { name: string; domain_url: string }[] = await read(superHost, 'public_tenants')
  for (const { name, domain_url } of tenants.filter(({ domain_url }) => domain_url !== superHost)) {
    const metrics: { name: string }[] = await read(domain_url, 'public_metric')
    found.set(
      name,
      metrics.map(({ name }) => name),
    )
  }
  return found
}

/** The age in hours of each probe candidate that still waits, as the watcher of candidates computes it. */
export async function watchCandidates(console: Way, now: Date): Promise<Map<string, number>> {
  const candidates: { name: string; status: string; last_update: string }[] = await expectReply(
    ask(console, 'GET', '/api/v2/probes'),
    200,
  )
  const waiting = candidates.filter(({ status }) => status === 'submitted' || status === 'testing')
  return new Map(
    waiting.map(({ name, last_update }) => {
      const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(last_update) ?? []
      if (!date) throw new RunFailed(`not a time: ${last_update}`)
      return [name, (now.getTime() - new Date(`${date}T${time}`).getTime()) / 3_600_000]
    }),
  )
}
