import { namesSecret, secretVariablesIn } from '@quatrain/contract/resources/metric-override.ts'
import { describe, expect, test } from 'vitest'
import { readDemoData, statesOf } from './data.ts'

const { catalogue, tenants } = readDemoData()
const labels = (things: readonly { readonly name: string; readonly version: string }[]) =>
  new Set(things.map(({ name, version }) => `${name} (${version})`))
const unknown = (listed: readonly string[], known: { has(name: string): boolean }) =>
  listed.filter((name) => !known.has(name))

const repos = new Set(catalogue.yum_repos.map(({ name, tag }) => `${name} (${tag})`))
const packages = labels(catalogue.packages)
const probeVersions = new Set(
  catalogue.probes
    .flatMap(statesOf)
    .map(({ name, package: label }) => `${name} ${label.slice(label.lastIndexOf('('))}`),
)
const templates = new Map(catalogue.metric_templates.map((template) => [template.name, template]))

describe('the catalogue of the demonstration', () => {
  test('contains every repository and package that it refers to', () => {
    expect(
      unknown(
        catalogue.packages.flatMap((one) => one.repos),
        repos,
      ),
    ).toEqual([])
    expect(
      unknown(
        catalogue.probes.flatMap(statesOf).map((probe) => probe.package),
        packages,
      ),
    ).toEqual([])
  })

  test('contains the probe version of every active template and the active parent of every passive one', () => {
    const [active, passive] = [
      catalogue.metric_templates.filter(({ mtype }) => mtype === 'Active'),
      catalogue.metric_templates.filter(({ mtype }) => mtype === 'Passive'),
    ]
    expect(
      unknown(
        active.flatMap(statesOf).map(({ probeversion }) => probeversion),
        probeVersions,
      ),
    ).toEqual([])
    expect(passive.filter(({ parent }) => templates.get(parent)?.mtype !== 'Active')).toEqual([])
  })

  test('has consistent tags on both sides', () => {
    const listed = catalogue.metric_tags.flatMap(({ name, metrics }) => metrics.map((metric) => `${metric} ${name}`))
    const carried = catalogue.metric_templates.flatMap(({ name, tags }) => tags.map((tag) => `${name} ${tag}`))
    expect(listed.sort()).toEqual(carried.sort())
  })

  test('has versions in chronological order', () => {
    const histories = [...catalogue.probes.map(statesOf), ...catalogue.metric_templates.map(statesOf)]
    const times = histories.map((states) => states.map((state) => state.date_created.getTime()))
    expect(times.filter((row) => row.some((time, position) => time <= (row[position - 1] ?? 0)))).toEqual([])
  })
})

describe.each(tenants)('the tenant $name of the demonstration', (tenant) => {
  const people = new Set(tenant.users.map(({ username }) => username))
  const metrics = new Set(tenant.metrics.map(({ name }) => name))
  const profiles = tenant.metric_profiles.flatMap(statesOf)

  test('has only its own users and groups as authors and owners', () => {
    const authors = [...tenant.metrics.flatMap(({ imported, changes }) => [imported, ...changes]), ...profiles]
    expect(
      unknown(
        authors.map(({ user }) => user),
        people,
      ),
    ).toEqual([])
    const groups = (kind: keyof typeof tenant.groups) => new Set(tenant.groups[kind].map(({ name }) => name))
    expect(
      unknown(
        tenant.metrics.map(({ group }) => group),
        groups('metrics'),
      ),
    ).toEqual([])
    expect(
      unknown(
        profiles.map(({ groupname }) => groupname),
        groups('metricprofiles'),
      ),
    ).toEqual([])
  })

  test('has the metrics of its profiles, and internal ones', () => {
    const run = new Set(tenant.metric_profiles.flatMap(({ services }) => services.flatMap((one) => one.metrics)))
    const isInternal = (name: string) => templates.get(name)?.tags.includes('internal') ?? false
    expect(unknown([...run], metrics)).toEqual([])
    expect(unknown([...metrics], run).filter((name) => !isInternal(name))).toEqual([])
  })

  test('uses each metric in a version that its template had', () => {
    const impossible = tenant.metrics.filter(({ name, probeversion }) => {
      const template = templates.get(name)
      return (
        !template || !statesOf(template).some((state) => state.name === name && state.probeversion === probeversion)
      )
    })
    expect(impossible).toEqual([])
  })

  test('contains every service type of its profiles once', () => {
    const names = tenant.service_types.map(({ name }) => name)
    const types = new Set(names)
    expect(types.size).toBe(names.length)
    const services = profiles.flatMap(({ services }) => services.map(({ service }) => service))
    expect(unknown(services, types)).toEqual([])
  })

  test('contains every profile of its aggregation profiles and reports', () => {
    const known = {
      metric: new Set(tenant.metric_profiles.map(({ name }) => name)),
      aggregation: new Set(tenant.aggregation_profiles.map(({ name }) => name)),
      operations: new Set(tenant.operations_profiles.map(({ name }) => name)),
      thresholds: new Set(tenant.thresholds_profiles.map(({ name }) => name)),
    }
    const aggregated = tenant.aggregation_profiles.flatMap(statesOf).map(({ metric_profile }) => metric_profile.name)
    expect(unknown(aggregated, known.metric)).toEqual([])
    const reported = tenant.reports.flatMap(({ profiles }) => profiles)
    for (const type of ['metric', 'aggregation', 'operations', 'thresholds'] as const) {
      const named = reported.filter((profile) => profile.type === type).map(({ name }) => name)
      expect(named).not.toEqual([])
      expect(unknown(named, known[type])).toEqual([])
    }
  })

  test('refers to secrets only where boxes set them', () => {
    const overrides = tenant.metric_overrides
    const anywhere = overrides.flatMap((set): { value: string }[] => [
      ...set.global_attributes,
      ...set.metric_parameters,
    ])
    expect(anywhere.filter(({ value }) => secretVariablesIn(value).length > 0)).toEqual([])
    const ofHosts = overrides.flatMap((set) => set.host_attributes)
    const referring = ofHosts.filter(({ value }) => secretVariablesIn(value).length > 0)
    expect(referring.map(({ attribute }) => attribute).filter((attribute) => !namesSecret(attribute))).toEqual([])
  })

  test('has the parent of a passive metric in the same profiles', () => {
    const alone = profiles.flatMap(({ services }) =>
      services.flatMap((one) =>
        one.metrics.filter((name) => !one.metrics.includes(templates.get(name)?.parent || name)),
      ),
    )
    expect(alone).toEqual([])
  })
})
