import { zodResolver } from '@hookform/resolvers/zod'
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { setServerProblem } from '#kit/fields/problems.ts'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import { textCell } from '#kit/rows/row-cells.ts'
import { defineRows, type Row } from '#kit/rows/row-definition.ts'
import { type RowProblem, ruledRows } from '#kit/rows/row-rules.ts'
import { formResolver } from './form-rules.ts'

interface Host {
  readonly name: string
  readonly port: string
}

const hosts = defineRows<Host>({
  one: 'host',
  cells: { name: textCell('Name'), port: textCell('Port') },
  identityOf: ({ name }) => name,
})

/** A schema of which every row has two errors until it is changed, and the rows that it has validated. */
function schemaWithCount() {
  const validated: string[] = []
  const problemsOf = (row: Row<Host>): readonly RowProblem[] => {
    validated.push(row.id)
    return [
      ...(row.name.startsWith('good') ? [] : [{ path: ['name'], message: `Wrong name ${row.name}.` }]),
      ...(row.port === '' ? [] : [{ path: ['port'], message: 'Wrong port.' }]),
      { path: ['port'], message: 'Never shown if the port has an error.' },
    ]
  }
  const problemsAmong = (rows: readonly Row<Host>[]) => {
    const seen = new Set<string>()
    const repeated = rows.flatMap(({ name }, index) => {
      const isRepeated = seen.has(name)
      seen.add(name)
      return isRepeated ? [[index, [{ path: ['row'], message: 'Repeated.' }]] as const] : []
    })
    return new Map(repeated)
  }
  return {
    schema: z.object({ title: z.string().min(1), hosts: ruledRows<Row<Host>>({ problemsOf, problemsAmong }) }),
    validated,
  }
}

const rowsOf = (count: number) =>
  hosts.fromStored(Array.from({ length: count }, (_, index) => ({ name: `host-${index}`, port: 'none' })))

const options = { fields: {}, shouldUseNativeValidation: false }

test('the errors are those of the schema, also after edits', async () => {
  const edits = fc.array(fc.record({ at: fc.nat(3), field: fc.constantFrom('name', 'port'), text: fc.string() }))
  const titles = fc.constantFrom('', 'Hosts')
  await fc.assert(
    fc.asyncProperty(edits, titles, async (edits, title) => {
      const { schema } = schemaWithCount()
      const resolve = formResolver(schema)
      let rows = rowsOf(4)
      for (const { at, field, text } of edits) {
        rows = rows.map((row, index) => (index === at ? hosts.edited(row, field, text) : row))
        const values = { title, hosts: rows }
        expect(await resolve(values, undefined, options)).toEqual(await zodResolver(schema)(values, undefined, options))
      }
    }),
    { numRuns: 30 },
  )
})

test('an edit that changes no message leaves the errors the same list', async () => {
  const { schema } = schemaWithCount()
  const resolve = formResolver(schema)
  const errorsOf = async (rows: Row<Host>[]) =>
    (await resolve({ title: 'Hosts', hosts: rows }, undefined, options)).errors.hosts
  const rows = rowsOf(3)
  const before = await errorsOf(rows)
  const edited = rows.map((row, index) => (index === 1 ? hosts.edited(row, 'port', 'no') : row))
  expect(await errorsOf(edited)).toBe(before)
  expect(await errorsOf(edited.map((row) => hosts.edited(row, 'port', '')))).not.toBe(before)
})

interface Values {
  title: string
  hosts: Row<Host>[]
}

/** The ids of the rows that have been rendered. */
let rendered: string[] = []
const marksOf = ({ id }: Row<Host>) => {
  rendered.push(id)
  return null
}

function Page({ count, schema }: { readonly count: number; readonly schema: z.ZodType<Values, Values> }) {
  const [values] = useState(() => ({ title: 'Hosts', hosts: rowsOf(count) }))
  const methods = useForm<Values>({ values, resolver: formResolver(schema), mode: 'onTouched' })
  return (
    <MantineProvider>
      <FormProvider {...methods}>
        <RowsField name="hosts" definition={hosts} stored={values.hosts} label="Hosts" marksOf={marksOf} />
        <button type="button" onClick={() => setServerProblem(methods, 'hosts.0.name', 'The server refuses it.')}>
          Refuse
        </button>
      </FormProvider>
    </MantineProvider>
  )
}

test.each([3, 60])('one key in a table of %i rows with errors validates and renders one row', async (count) => {
  const { schema, validated } = schemaWithCount()
  render(<Page count={count} schema={schema} />)
  await userEvent.click(screen.getByLabelText('Name 2'))
  await userEvent.tab()
  expect(await screen.findAllByText(/^Wrong name host-\d+\.$/)).toHaveLength(count)
  await userEvent.click(screen.getByLabelText('Name 2'))
  validated.length = 0
  rendered = []
  await userEvent.keyboard('x')
  expect(await screen.findByText('Wrong name host-1x.')).toBeVisible()
  expect(validated).toEqual(['=host-1'])
  expect(new Set(rendered)).toEqual(new Set(['=host-1']))
})

test('an error of the server at a row with errors of its own is gone after the next validation', async () => {
  const { schema } = schemaWithCount()
  render(<Page count={2} schema={schema} />)
  await userEvent.click(screen.getByLabelText('Name 2'))
  await userEvent.tab()
  expect(await screen.findByText('Wrong name host-0.')).toBeVisible()
  // Without moving the focus, which would validate again.
  act(() => screen.getByRole('button', { name: 'Refuse' }).click())
  expect(screen.getByLabelText('Name 1')).toHaveAccessibleDescription('The server refuses it.')
  await userEvent.type(screen.getByLabelText('Name 2'), 'x')
  expect(await screen.findByText('Wrong name host-1x.')).toBeVisible()
  expect(screen.getByLabelText('Name 1')).toHaveAccessibleDescription('Wrong name host-0.')
})
