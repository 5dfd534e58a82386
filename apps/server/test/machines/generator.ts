import { ask, expectReply, memberName, RunFailed, type Way } from './ask.ts'

// The generator of a monitoring box makes a check for each metric of its profiles on each host that runs its service.

export interface Generator {
  readonly console: Way
  readonly webApi: Way
  readonly profiles: readonly string[]
  /** Query strings of its configuration. */
  readonly filters: { readonly groups: string; readonly endpoints: string }
}

/** The command line of each check, by `host metric`. Throws if a response lacks something that the generator reads. */
export async function generateChecks({ console, webApi, profiles, filters }: Generator): Promise<Map<string, string>> {
  const read = (way: Way, path: string) => expectReply(ask(way, 'GET', `/api/v2/${path}`), 200)
  const metrics = new Map<string, Metric>((await read(console, 'metrics')).flatMap(Object.entries))
  const overrides: Record<string, Override> = await read(console, 'metricoverrides')
  const ports: Record<string, string> = await read(console, 'default_ports')
  const all: Profile[] = (await read(webApi, 'metric_profiles')).data
  const groups: Group[] = (await read(webApi, `topology/groups?${filters.groups}`)).data
  const endpoints: Endpoint[] = (await read(webApi, `topology/endpoints?${filters.endpoints}`)).data

  const subgroups = new Set(groups.map(({ subgroup }) => subgroup))
  const hosts = Map.groupBy(
    endpoints.filter(({ group }) => subgroups.has(group)),
    ({ service }) => service,
  )
  const given = Object.values(overrides)
  const settingOf = (name: string, { hostname, tags }: Endpoint): string | undefined =>
    tags[`info_ext_${name}`] ??
    given.flatMap((one) => one.host_attributes).find((row) => row.hostname === hostname && row.attribute === name)
      ?.value ??
    given.flatMap((one) => one.global_attributes).findLast((row) => row.attribute === name)?.value ??
    ports[name]

  const checks = new Map<string, string>()
  for (const name of profiles) {
    const profile = all.find((profile) => profile.name === name)
    if (!profile) throw new RunFailed(`no profile ${name}`)
    for (const { service, metrics: names } of profile.services) {
      for (const endpoint of hosts.get(service) ?? []) {
        for (const metric of names) {
          const settings = metrics.get(metric)
          if (!settings) throw new RunFailed(`no metric ${metric}`)
          checks.set(`${endpoint.hostname} ${metric}`, commandOf(settings, endpoint, settingOf))
        }
      }
    }
  }
  return checks
}

function commandOf(metric: Metric, endpoint: Endpoint, settingOf: (name: string, on: Endpoint) => string | undefined) {
  if (metric.flags.PASSIVE) return metric.parent
  const { path, timeout, interval } = metric.config
  if (!path || !timeout || !/^\d+$/.test(interval ?? '')) throw new RunFailed('the configuration is incomplete')
  const parameters = Object.entries(metric.parameter).map(([option, value]) => `${memberName(option)} ${value}`.trim())
  const attributes = Object.entries(metric.attribute).flatMap(([name, option]) => {
    const value = settingOf(name, endpoint)
    return value === undefined ? [] : [`${option} ${value}`]
  })
  return [`${path}/${metric.probe}`, '-H', endpoint.hostname, '-t', timeout, ...parameters, ...attributes].join(' ')
}

interface Metric {
  readonly probe: string
  readonly parent: string
  readonly config: Readonly<Record<string, string>>
  readonly flags: Readonly<Record<string, string>>
  readonly parameter: Readonly<Record<string, string>>
  readonly attribute: Readonly<Record<string, string>>
}

interface Override {
  readonly global_attributes: readonly { readonly attribute: string; readonly value: string }[]
  readonly host_attributes: readonly { readonly hostname: string; readonly attribute: string; readonly value: string }[]
}

interface Profile {
  readonly name: string
  readonly services: readonly { readonly service: string; readonly metrics: readonly string[] }[]
}

interface Group {
  readonly group: string
  readonly subgroup: string
}

interface Endpoint {
  readonly group: string
  readonly service: string
  readonly hostname: string
  readonly tags: Readonly<Record<string, string>>
}
