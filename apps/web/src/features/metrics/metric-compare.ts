import { type MetricDocument, metrics } from '@quatrain/contract/resources/metric.ts'
import type { PairsPart, TextPart } from '#kit/compare/parts.ts'
import type { ComparedDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

type Keys<Kind> = { [K in keyof MetricDocument]: MetricDocument[K] extends Kind ? K : never }[keyof MetricDocument]

const text = (label: string, key: Exclude<Keys<string>, 'mtype'>): TextPart<MetricDocument> => ({
  kind: 'text',
  label,
  of: (metric) => metric[key],
  with: (metric, text) => ({ ...metric, [key]: text }),
})

const pairs = (label: string, key: Keys<MetricDocument['config']>): PairsPart<MetricDocument> => ({
  kind: 'pairs',
  label,
  of: (metric) => metric[key],
  with: (metric, pairs) => ({ ...metric, [key]: pairs }),
})

/** How versions of a metric are compared. */
export const metricDefinition: ComparedDefinition<MetricDocument> = {
  resource: metrics,
  paths: paths.metrics,
  parts: [
    text('name', 'name'),
    text('probe version', 'probeversion'),
    {
      kind: 'text',
      label: 'type',
      of: ({ mtype }) => mtype,
      with: (metric, mtype) => ({ ...metric, mtype: mtype === 'Passive' ? 'Passive' : 'Active' }),
    },
    {
      kind: 'list',
      label: 'tags',
      columns: ['Tag'],
      of: ({ tags }) => tags.map((tag) => [tag]),
      with: (metric, items) => ({ ...metric, tags: items.flat() }),
    },
    text('group', 'group'),
    text('description', 'description'),
    text('probe executable', 'probeexecutable'),
    text('parent', 'parent'),
    pairs('config', 'config'),
    pairs('attribute', 'attribute'),
    pairs('dependency', 'dependancy'),
    pairs('parameter', 'parameter'),
    pairs('flags', 'flags'),
  ],
  fromDocument: (document) => metrics.document.safeParse(document).data,
}
