import { records, text } from '@quatrain/contract/compare/field.ts'
import {
  type DefaultPortDocument,
  defaultPortInput,
  defaultPorts,
  replaceDefaultPorts,
} from '@quatrain/contract/resources/default-port.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import { fieldOfSent } from '#kit/rows/form-tables.ts'
import { numberCell, textCell } from '#kit/rows/row-cells.ts'
import { defineRows, type Row } from '#kit/rows/row-definition.ts'
import { type RowProblem, repeatedNames, ruledRows } from '#kit/rows/row-rules.ts'
import type { FormDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'

/** One row of the table of ports. */
export type PortRow = Row<DefaultPortDocument>

/** A port is identified by its name. */
export const portRows = defineRows<DefaultPortDocument>({
  one: 'port',
  cells: { name: textCell('Port name'), value: numberCell('Port value', { width: '116px' }) },
  identityOf: ({ name }) => name,
  nameOf: ({ name }) => name.trim(),
})

/** Names of stored ports that no row has any more, including renamed ones. */
export function deletedNames(before: readonly PortRow[], after: readonly PortRow[]): string[] {
  const names = new Set(portRows.valuesOf(after).map(({ name }) => name))
  return portRows
    .valuesOf(before)
    .map(({ name }) => name)
    .filter((name) => !names.has(name))
}

const formValues = z.object({ ports: portRows.schema })

export type DefaultPortsValues = z.output<typeof formValues>

export const portValuesOf = (ports: readonly DefaultPortDocument[]): DefaultPortsValues => ({
  ports: portRows.fromStored(ports),
})

const replace = ({ ports }: DefaultPortsValues) =>
  writeOf(replaceDefaultPorts, { body: { ports: portRows.valuesOf(ports) } })

const portList = z.object({ ports: z.array(defaultPorts.document) })

/** The list is saved as a whole, and named as a whole. */
export const defaultPortsDefinition: FormDefinition<DefaultPortsValues> = {
  resource: { ...defaultPorts, label: { one: 'default ports', many: 'default ports' } },
  paths: paths.defaultPorts,
  values: formValues,
  compared: { ports: records('ports', { identity: { name: 'Port name' }, fields: { value: text('Port value') } }) },
  nameOf: ({ ports }) => counted(portRows.valuesOf(ports).length, 'port'),
  writes: { add: replace, change: replace, remove: () => replace({ ports: [] }) },
  toDocument: ({ ports }) => ({ ports: portRows.valuesOf(ports) }),
  fromDocument: (document, currentValues) => {
    const { data } = portList.safeParse(document)
    return (
      data && (currentValues ? { ports: portRows.matching(data.ports, currentValues.ports) } : portValuesOf(data.ports))
    )
  },
  collectedAs: 'replaceAll',
  joinDocuments: (documents) => ({
    ports: documents.flatMap((document) => portList.shape.ports.element.safeParse(document).data ?? []),
  }),
  countChanges: (before, after) => portRows.countChanges(before.ports, after.ports),
  warningTitle: 'Ports still in use',
  failureTitle: 'Error',
}

/** Blank rows are not sent. */
export const fieldOfPorts = fieldOfSent<DefaultPortsValues>({ ports: portRows })

function problemsOf(row: PortRow): readonly RowProblem[] {
  if (portRows.isBlank(row)) return []
  const [port] = portRows.valuesOf([row])
  return defaultPortInput.safeParse(port).error?.issues ?? []
}

/** The rules of the table. Blank rows are ignored. */
export const defaultPortsSchema = z.object({
  ports: ruledRows<PortRow>({ problemsOf, problemsAmong: repeatedNames('Duplicate') }),
})
