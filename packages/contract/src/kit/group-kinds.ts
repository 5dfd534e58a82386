/** The five kinds of groups that give permissions, spelled as on the wire. */
export const groupKinds = ['reports', 'metrics', 'aggregations', 'metricprofiles', 'thresholdsprofiles'] as const

export type GroupKind = (typeof groupKinds)[number]
