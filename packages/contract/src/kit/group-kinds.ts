/** The five kinds of groups that give permissions, spelled as on the wire. */
export const groupKinds = ['reports', 'metrics', 'aggregations', 'metricprofiles', 'thresholdsprofiles'] as const

export type GroupKind = (typeof groupKinds)[number]

/** A value for each kind of group. */
export const byGroupKind = <Value>(valueFor: (kind: GroupKind) => Value): Record<GroupKind, Value> =>
  Object.fromEntries(groupKinds.map((kind) => [kind, valueFor(kind)])) as Record<GroupKind, Value>
