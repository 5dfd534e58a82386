import { byServiceAndMetric, type MetricInstance, pairKey } from '@quatrain/contract/resources/metric-profile.ts'
import { z } from 'zod'
import { hiddenCell, textCell } from '#kit/rows/row-cells.ts'
import { defineRows, type Row } from '#kit/rows/row-definition.ts'

/** The profile of another tenant that a pair was taken from. */
const source = z.object({ tenant: z.string(), profile: z.string() })

export type Source = z.output<typeof source>

interface PairValues extends MetricInstance {
  /** Empty for pairs that were entered or changed manually, and for stored ones. */
  readonly from: readonly Source[]
}

/** One row of the table of pairs. */
export type PairRow = Row<PairValues>

/** The identity of a pair: its trimmed names. */
export const keyOfPair = ({ service, metric }: MetricInstance): string =>
  pairKey({ service: service.trim(), metric: metric.trim() })

/** A pair that is changed manually loses its origin. */
export const pairRows = defineRows<PairValues>({
  one: 'pair',
  cells: {
    service: textCell('Service flavour', { label: 'Service', alsoCalled: /^service/i }),
    metric: textCell('Metric'),
    from: hiddenCell<readonly Source[]>(z.array(source).default([]), []),
  },
  identityOf: keyOfPair,
  order: byServiceAndMetric,
  afterEdit: (pair) => ({ ...pair, from: [] }),
  repeated: 'skipped',
})

/** The pairs of the rows: trimmed, in order, without blank rows. */
export const pairsOfRows = (rows: readonly PairRow[]): MetricInstance[] =>
  pairRows.valuesOf(rows).map(({ service, metric }) => ({ service, metric }))

export const pairParts = ['service', 'metric'] as const
export type PairPart = (typeof pairParts)[number]

/** The known names of each part of a pair; undefined while they are unknown, and then not checked. */
export type KnownParts = { readonly [Part in PairPart]: ReadonlySet<string> | undefined }

/** The parts of a pair that are unknown names. */
export const unknownPartsOf = (pair: MetricInstance, knownParts: KnownParts): readonly PairPart[] =>
  pairParts.filter((part) => {
    const name = pair[part].trim()
    return name !== '' && knownParts[part]?.has(name) === false
  })
