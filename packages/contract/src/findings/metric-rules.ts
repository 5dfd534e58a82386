import type { Data } from '../compare/field.ts'
import type { KeyValue } from '../kit/fields.ts'
import type { MetricDocument } from '../resources/metric.ts'
import { configValue, defineRule, type FindingRule, shortList } from './rule.ts'

const kind = 'metric'

/** Metrics with this tag run on boxes without a profile. */
const internalTag = 'internal'

const tagged = (metrics: readonly MetricDocument[], tag: string) => metrics.filter(({ tags }) => tags.includes(tag))

/** The profiles that contain each metric. */
const profilesByMetric = (
  profiles: readonly {
    readonly name: string
    readonly metricinstances: readonly { readonly metric: string }[]
  }[],
): Map<string, Set<string>> => {
  const names = new Map<string, Set<string>>()
  for (const { name, metricinstances } of profiles)
    for (const { metric } of metricinstances) names.set(metric, (names.get(metric) ?? new Set()).add(name))
  return names
}

/** A number of the configuration; undefined if it is none. */
function numberIn(entries: readonly KeyValue[], key: string): number | undefined {
  const value = configValue(entries, key)
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined
}

/** What boxes read of the schedule of a check: minutes, and seconds of the timeout. */
const scheduleOf = ({ config }: MetricDocument) => ({
  timeout: numberIn(config, 'timeout'),
  interval: numberIn(config, 'interval'),
  attempts: numberIn(config, 'maxCheckAttempts'),
  retry: numberIn(config, 'retryInterval'),
})

const withConfig = (document: Data, key: string, valueFor: (config: readonly KeyValue[]) => string): Data => {
  const config = document.config as unknown as readonly KeyValue[]
  return { ...document, config: config.map((entry) => (entry.key === key ? { key, value: valueFor(config) } : entry)) }
}

/** The parents of a metric up to one that comes twice; that one ends the list. */
function circleFrom(name: string, parentOf: ReadonlyMap<string, string>): string[] | undefined {
  const chain = [name]
  for (let next = parentOf.get(name); next; next = parentOf.get(next)) {
    if (next === name) return [...chain, next]
    if (chain.includes(next)) return undefined
    chain.push(next)
  }
  return undefined
}

const retired = (tag: 'deprecated' | 'eol', severity: FindingRule['severity'], words: string): FindingRule =>
  defineRule({
    id: `metric/${tag}`,
    kind,
    severity,
    title: `Metric that is ${words}`,
    follows: 'It will not be maintained, and the next version of its package may lack it.',
    advice: 'Replace it in its metric profiles by the metric that its description names.',
    needs: ['metric', 'metricprofile'],
    looksAtTemplates: true,
    *find({ metric, metricprofile }) {
      const profiles = profilesByMetric(metricprofile)
      for (const { name } of tagged(metric, tag)) {
        const names = profiles.get(name)
        if (names) yield { name, says: `It is ${words}, and metric profiles contain it: ${shortList(names)}.` }
      }
    },
  })

export const metricRules: readonly FindingRule[] = [
  defineRule({
    id: 'metric/not-in-profile',
    kind,
    severity: 'warning',
    title: 'Metric in no metric profile',
    follows: 'No monitoring box runs it.',
    advice: 'Add it to a metric profile with a service type, or delete it.',
    needs: ['metric', 'metricprofile'],
    looksAtTemplates: true,
    *find({ metric, metricprofile }) {
      const profiles = profilesByMetric(metricprofile)
      for (const { name, tags } of metric)
        if (!profiles.has(name) && !tags.includes(internalTag)) yield { name, says: 'No metric profile contains it.' }
    },
  }),
  retired('deprecated', 'warning', 'deprecated'),
  retired('eol', 'error', 'at its end of life'),
  defineRule({
    id: 'metric/behind',
    kind,
    severity: 'hint',
    title: 'Metric behind the newest package',
    follows: 'It lacks what newer versions have mended.',
    advice: 'Move the metrics of the package to the newest version.',
    needs: ['packagesOfMetrics'],
    *find({ packagesOfMetrics }) {
      for (const { metric, name, version, versions } of packagesOfMetrics)
        if (versions.indexOf(version) > 0 && versions.indexOf(version) <= 2)
          yield { name: metric, says: `It uses ${name} ${version}; the newest version is ${versions[0]}.` }
    },
  }),
  defineRule({
    id: 'metric/far-behind',
    kind,
    severity: 'warning',
    title: 'Metric more than two versions behind',
    follows: 'It lacks what newer versions have mended, and a move becomes larger with each version.',
    advice: 'Move the metrics of the package to the newest version.',
    needs: ['packagesOfMetrics'],
    *find({ packagesOfMetrics }) {
      for (const { metric, name, version, versions } of packagesOfMetrics)
        if (versions.indexOf(version) > 2)
          yield {
            name: metric,
            says: `It uses ${name} ${version}, ${versions.indexOf(version)} versions behind ${versions[0]}.`,
          }
    },
  }),
  defineRule({
    id: 'metric/timeout',
    kind,
    severity: 'warning',
    title: 'Timeout longer than the interval',
    follows: 'The next run begins before a hanging one is ended.',
    advice: 'Set a timeout in seconds that is at most the interval, which is in minutes.',
    needs: ['metric'],
    *find({ metric }) {
      for (const document of metric) {
        const { timeout = 0, interval = 0 } = scheduleOf(document)
        if (interval > 0 && timeout > interval * 60)
          yield {
            name: document.name,
            field: 'config',
            says: `Its timeout is ${timeout} s, its interval ${interval * 60} s.`,
          }
      }
    },
    fix: (document) => withConfig(document, 'timeout', (config) => String((numberIn(config, 'interval') ?? 0) * 60)),
  }),
  defineRule({
    id: 'metric/attempts',
    kind,
    severity: 'hint',
    title: 'Attempts that take longer than the interval',
    follows: 'A failure is reported later than the interval makes people expect.',
    advice: 'Lower the number of attempts, or the time between them.',
    needs: ['metric'],
    *find({ metric }) {
      for (const document of metric) {
        const { attempts = 0, retry = 0, interval = 0 } = scheduleOf(document)
        if (interval > 0 && attempts * retry > interval)
          yield {
            name: document.name,
            field: 'config',
            says: `Its ${attempts} attempts take ${attempts * retry} minutes, its interval is ${interval}.`,
          }
      }
    },
  }),
  defineRule({
    id: 'metric/interval',
    kind,
    severity: 'error',
    title: 'Interval under one minute',
    follows: 'Boxes run the check without a pause, or refuse the configuration.',
    advice: 'Set an interval of one minute or more.',
    needs: ['metric'],
    *find({ metric }) {
      for (const document of metric)
        if (scheduleOf(document).interval === 0)
          yield { name: document.name, field: 'config', says: 'Its interval is 0 minutes.' }
    },
    fix: (document) => withConfig(document, 'interval', () => '5'),
  }),
  defineRule({
    id: 'metric/passive-parent',
    kind,
    severity: 'error',
    title: 'Passive metric without an active parent',
    follows: 'Boxes leave it out, because its results come with those of its parent.',
    advice: 'Import the parent, or name another one in the template.',
    needs: ['metric'],
    looksAtTemplates: true,
    *find({ metric }) {
      const active = new Set(metric.filter(({ mtype }) => mtype === 'Active').map(({ name }) => name))
      for (const { name, mtype, parent } of metric)
        if (mtype === 'Passive' && !active.has(parent))
          yield {
            name,
            field: 'parent',
            says: parent === '' ? 'It has no parent.' : `Its parent ${parent} is no active metric of this tenant.`,
          }
    },
  }),
  defineRule({
    id: 'metric/unknown-dependency',
    kind,
    severity: 'warning',
    title: 'Metric that depends on one that does not exist',
    follows: 'It runs, and alarms, as if it depended on nothing.',
    advice: 'Import the other metric, or remove the dependency from the template.',
    needs: ['metric'],
    looksAtTemplates: true,
    *find({ metric }) {
      const names = new Set(metric.map(({ name }) => name))
      for (const { name, dependancy } of metric)
        for (const { key } of dependancy)
          if (!names.has(key))
            yield {
              name,
              about: key,
              field: 'dependancy',
              says: `It depends on ${key}, which is no metric of this tenant.`,
            }
    },
  }),
  ...(['metric', 'metrictemplate'] as const).map((kind) =>
    defineRule({
      id: `${kind === 'metric' ? kind : 'template'}/parent-circle`,
      kind,
      severity: 'error',
      title: 'Parents that form a circle',
      follows: 'Boxes cannot order the checks, and leave them out.',
      advice: 'Give one of them another parent, or none.',
      needs: [kind],
      *find(estate) {
        const documents = estate[kind]
        const parentOf = new Map(documents.map(({ name, parent }) => [name, parent]))
        for (const { name } of documents) {
          const circle = circleFrom(name, parentOf)
          if (circle) yield { name, field: 'parent', says: `Its parents lead back to it: ${circle.join(' → ')}.` }
        }
      },
    }),
  ),
]
