import {
  type DefaultPortDocument,
  defaultPortInput,
  defaultPorts,
  replaceDefaultPorts,
} from '@quatrain/contract/resources/default-port.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import type { ComparedDefinition, FormDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { type PortRow, portRows } from './port-rows.ts'

const formValues = z.object({ ports: portRows.schema })

export type DefaultPortsValues = z.output<typeof formValues>

export const valuesOf = (ports: readonly DefaultPortDocument[]): DefaultPortsValues => ({
  ports: portRows.fromStored(ports),
})

const replace = ({ ports }: DefaultPortsValues) =>
  writeOf(replaceDefaultPorts, { body: { ports: portRows.valuesOf(ports) } })

const portOf = (document: unknown): DefaultPortDocument | undefined => defaultPorts.document.safeParse(document).data

/** The list is saved as one, and spoken of as one. */
export const defaultPortsDefinition: FormDefinition<DefaultPortsValues> = {
  resource: { ...defaultPorts, label: { one: 'default ports', many: 'default ports' } },
  paths: paths.defaultPorts,
  values: formValues,
  parts: [
    {
      kind: 'list',
      label: 'ports',
      columns: ['Port name', 'Port value'],
      of: ({ ports }) => portRows.valuesOf(ports).map(({ name, value }) => [name, value]),
      with: ({ ports }, items) => ({
        ports: portRows.matching(
          items.map(([name = '', value = '']) => ({ name, value })),
          ports,
        ),
      }),
      countChanges: (before, after) => portRows.countChanges(before.ports, after.ports),
    },
  ],
  nameOf: ({ ports }) => counted(portRows.valuesOf(ports).length, 'port'),
  writes: { add: replace, change: replace, remove: () => replace({ ports: [] }) },
  fromDocument: (document) => {
    const port = portOf(document)
    return port && valuesOf([port])
  },
  fromDocuments: (documents) => ({
    ports: documents.flatMap((document) => {
      const port = portOf(document)
      return port ? [portRows.newRow(port)] : []
    }),
  }),
  sideEffects: {},
  warningTitle: 'Ports still in use',
  failureTitle: 'Error',
}

const texts = ['name', 'value'] as const

/** One port, as its versions are compared. */
export const defaultPortDefinition: ComparedDefinition<DefaultPortDocument> = {
  resource: defaultPorts,
  paths: paths.defaultPorts,
  parts: texts.map((field) => ({
    kind: 'text',
    label: field,
    of: (port) => port[field],
    with: (port, text) => ({ ...port, [field]: text }),
  })),
  fromDocument: portOf,
}

/** The rules of the table. Blank rows are no ports. */
export const defaultPortsSchema = z.object({
  ports: z
    .custom<PortRow[]>((given) => Array.isArray(given))
    .superRefine((rows, context) => {
      const seen = new Set<string>()
      for (const [index, row] of rows.entries()) {
        if (portRows.isBlank(row)) continue
        const [port] = portRows.valuesOf([row])
        for (const { message, path } of defaultPortInput.safeParse(port).error?.issues ?? []) {
          context.addIssue({ code: 'custom', message, path: [index, ...path] })
        }
        const name = row.name.trim()
        if (seen.has(name)) context.addIssue({ code: 'custom', message: 'Duplicate', path: [index, 'name'] })
        if (name !== '') seen.add(name)
      }
    }),
})
