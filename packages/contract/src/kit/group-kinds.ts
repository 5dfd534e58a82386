/** The five kinds of groups that give rights, spelled as on the wire. */
export const groupKinds = ['reports', 'metrics', 'aggregations', 'metricprofiles', 'thresholdsprofiles'] as const

export type GroupKind = (typeof groupKinds)[number]
