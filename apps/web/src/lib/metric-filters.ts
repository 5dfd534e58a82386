/** What the list of metrics filters by. The home page links to it without the queries of metrics and their schemas. */

/** Metrics that are in no profile, but should be. */
export const noProfile = 'In none'

/** Metrics with an older version of their package. */
export const isNewer = 'update available'
