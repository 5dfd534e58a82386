import type { Ledger } from './ledger.ts'
import type { Model } from './models.ts'
import type { SourceSchema } from './source.ts'

type Reason = readonly [outcome: 'mapped' | 'listed', why: string]

/** Tables of which nothing is imported, and rows that belong to no object. */
const reasons: Partial<Record<Model, Reason>> = {
  session: ['mapped', 'Users log in again.'],
  authToken: ['listed', 'The console has keys of users instead, which are shown once.'],
  contentType: ['mapped', 'The kinds of objects are those of the console.'],
  templateType: ['mapped', 'The types of metrics are those of the console.'],
  permission: ['mapped', 'Groups and superusers have the permissions.'],
  permissionGroup: ['mapped', 'Groups and superusers have the permissions.'],
  migration: ['mapped', 'The console has its own tables.'],
  oldHistory: ['listed', 'That system does not show it any more.'],
  history: ['listed', 'It is a version of an object of an unknown kind.'],
  webApiKey: ['listed', 'By its name it belongs to no tenant.'],
  tenant: ['listed', 'Its schema was not read.'],
  domain: ['listed', 'A tenant has one host name: that of its primary domain.'],
}

/** Settles what the imports of the kinds have left. */
export function settleRest(source: SourceSchema, ledger: Ledger): void {
  for (const [model, [outcome, why]] of Object.entries(reasons) as [Model, Reason][]) {
    for (const row of source.rowsOf(model)) if (!ledger.isSettled(row)) ledger.settle(row, outcome, why)
  }
  for (const row of source.rows) {
    const isPermission = row.table.endsWith('permissions') || /user_groups$/.test(row.table)
    if (isPermission && !ledger.isSettled(row))
      ledger.settle(row, 'mapped', 'Groups and superusers have the permissions.')
  }
}
