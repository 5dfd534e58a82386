import { isDeepStrictEqual } from 'node:util'
import type { Leased } from './deliveries.repository.ts'

/**
 * The body of a message: an event of CloudEvents 1.0. It is the same at each attempt, because nothing changes a row of the activity log.
 * Without values, only the names of the changed fields are sent.
 */
export function cloudEventOf({
  kind,
  action,
  objectId,
  objectName,
  tenant,
  domain,
  hasValues,
  ...delivery
}: Leased): string {
  const { before, after, details, number, actor, requestId } = delivery
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => !isDeepStrictEqual(before?.[field], after?.[field]),
  )
  const changedIn = (document: Leased['before']) =>
    document && Object.fromEntries(fields.filter((field) => field in document).map((field) => [field, document[field]]))
  const { managed_by } = (number !== null && details) || {}
  const logged = number !== null && { actor, number, request: requestId, fields, managed_by }
  const values = hasValues && { ...(logged && { before: changedIn(before), after: changedIn(after) }), ...details }
  return JSON.stringify({
    specversion: '1.0',
    id: delivery.id,
    source: `//${domain}`,
    type: `quatrain.${kind}.${action}`,
    subject: objectName,
    time: new Date(delivery.at).toISOString(),
    datacontenttype: 'application/json',
    data: { tenant, kind, action, id: objectId, name: objectName, ...logged, ...values },
  })
}
