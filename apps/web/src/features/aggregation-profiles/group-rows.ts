import {
  type AggregationGroup,
  aggregationOperations,
  byServiceName,
} from '@quatrain/contract/resources/aggregation-profile.ts'
import { choiceCell, textCell } from '#kit/rows/row-cells.ts'
import { defineRows, type Row, rowsCell } from '#kit/rows/row-definition.ts'

interface Service {
  readonly name: string
  readonly operation: string
}

interface Group extends Service {
  readonly services: readonly Service[]
}

/** A service flavour of a group, in the form. */
export type ServiceRow = Row<Service>
/** A group of service flavours, in the form. */
export type GroupRow = Row<Group>

const placeholder = 'Choose an operation'

/** Services are sorted by name. An inserted one takes the operation of the last one, which alone makes no service. */
const serviceRows = defineRows<Service>({
  one: 'service',
  cells: {
    name: textCell('Service'),
    operation: choiceCell('Operation', { width: '180px', isSecondary: true, placeholder }),
  },
  identityOf: ({ name }) => name,
  nameOf: ({ name }) => name.trim(),
  order: byServiceName,
  repeated: 'skipped',
  takenFromLast: ['operation'],
})

export const groupRows = defineRows<Group>({
  one: 'group',
  cells: {
    name: textCell('Group name', { width: '300px' }),
    operation: choiceCell('Group operation', { width: '180px', placeholder }),
    services: rowsCell('Services', serviceRows),
  },
  identityOf: ({ name }) => name,
  nameOf: ({ name }) => name.trim(),
})

export const groupMembers = { field: 'services', definition: serviceRows } as const

export const operationSuggestions = aggregationOperations.map((value) => ({ value }))

/** The groups that are sent. */
export const groupsOf = (rows: readonly GroupRow[]): AggregationGroup[] =>
  groupRows.valuesOf(rows).map((group) => ({ ...group, services: [...group.services] }))

/** The names of all services of the groups. */
export const serviceNamesOf = (groups: readonly GroupRow[]): ReadonlySet<string> =>
  new Set(groups.flatMap(({ services }) => services.map(({ name }) => name.trim())).filter((name) => name !== ''))

/** The group with one more service, which has the operation of its last one. */
export function withService(group: GroupRow, name: string): GroupRow {
  const services = serviceRows.rowsOf(group.services).filter((row) => !serviceRows.isBlank(row))
  const added = serviceRows.edited(serviceRows.rowFor(services), 'name', name)
  return groupRows.rowWith(group.id, { ...group, services: [...services, added] })
}
