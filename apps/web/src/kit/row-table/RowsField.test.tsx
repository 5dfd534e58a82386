import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { choiceCell, numberCell, textCell } from '#kit/rows/row-cells.ts'
import { defineRows, type Row } from '#kit/rows/row-definition.ts'
import { RowsField } from './RowsField.tsx'

interface Host {
  readonly name: string
  readonly port: string
  readonly zone: string
}

const hosts = defineRows<Host>({
  one: 'host',
  cells: {
    name: textCell('Name'),
    port: numberCell('Port'),
    zone: choiceCell('Zone'),
  },
  identityOf: ({ name }) => name,
})

const zones = [{ value: 'north' }, { value: 'south' }]
const suggestionsOf = (field: keyof Host) => (field === 'zone' ? zones : undefined)

const stored = hosts.fromStored([{ name: 'a.test', port: '1', zone: 'west' }])
let sent: readonly Host[] = []

function Page() {
  const methods = useForm<{ hosts: Row<Host>[] }>({ values: { hosts: stored } })
  sent = hosts.valuesOf(methods.watch('hosts'))
  return (
    <MantineProvider>
      <FormProvider {...methods}>
        <RowsField name="hosts" definition={hosts} stored={stored} label="Hosts" suggestionsOf={suggestionsOf} />
        <button
          type="button"
          onClick={() => {
            methods.setError('hosts.0', { type: 'server', message: 'This host is elsewhere.' })
            methods.setFocus('hosts')
          }}
        >
          Refuse
        </button>
        <button
          type="button"
          onClick={() => {
            for (const field of hosts.fields)
              methods.setError(`hosts.0.${field}`, { type: 'server', message: `Wrong ${field}.` })
          }}
        >
          Refuse values
        </button>
      </FormProvider>
    </MantineProvider>
  )
}

describe('a table of rows', () => {
  test('has a control for each type of cell, and sends its value', async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Insert below row 1' }))
    expect(screen.getByLabelText('Name 2')).toHaveFocus()
    await userEvent.keyboard('b.test{Enter}80{Enter}')
    await userEvent.selectOptions(screen.getByLabelText('Zone 2'), 'south')
    expect(screen.getByLabelText('Port 2')).toHaveAttribute('inputmode', 'numeric')
    expect(sent[1]).toEqual({ name: 'b.test', port: '80', zone: 'south' })
    expect(screen.getByText('New')).toBeVisible()
    expect(screen.getByText('2 hosts')).toBeVisible()
  })

  test('keeps a stored value that is not available any more', () => {
    render(<Page />)
    expect(screen.getByLabelText('Zone 1')).toHaveDisplayValue('west')
  })

  test('accepts pasted rows with all types of cells', async () => {
    render(<Page />)
    await userEvent.click(screen.getByLabelText('Name 1'))
    await userEvent.paste('Name\tPort\tZone\nc.test\t5\tnorth\nd.test\t6\t')
    expect(sent.slice(1)).toEqual([
      { name: 'c.test', port: '5', zone: 'north' },
      { name: 'd.test', port: '6', zone: '' },
    ])
  })

  test('marks the row that the server refuses, and focuses it', async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Refuse' }))
    expect(screen.getByText('This host is elsewhere.')).toBeVisible()
    expect(screen.getByLabelText('Name 1')).toHaveFocus()
    expect(screen.getByLabelText('Name 1')).toHaveAttribute('aria-invalid', 'true')
  })

  test('tells screen readers what is wrong with the value of each type of cell', async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Refuse values' }))
    for (const field of hosts.fields) {
      const control = screen.getByLabelText(`${hosts.cells[field].header} 1`)
      expect(control, field).toHaveAttribute('aria-invalid', 'true')
      expect(control, field).toHaveAccessibleDescription(`Wrong ${field}.`)
    }
  })

  test('always has a row for input', async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Remove host 1: a.test, 1, west' }))
    expect(screen.getByLabelText('Name 1')).toHaveValue('')
    expect(sent).toEqual([])
  })
})

const many = hosts.fromStored([1, 2, 3, 4, 5].map((number) => ({ name: `h${number}`, port: '1', zone: 'north' })))

function Paged() {
  const methods = useForm<{ hosts: Row<Host>[] }>({ values: { hosts: many } })
  const [size, onSize] = useState<number>()
  sent = hosts.valuesOf(methods.watch('hosts'))
  const refuse = () => {
    methods.setError('hosts.4.port', { type: 'server', message: 'This port is closed.' })
    methods.setFocus('hosts')
  }
  return (
    <MantineProvider>
      <FormProvider {...methods}>
        <RowsField
          name="hosts"
          definition={hosts}
          stored={many}
          label="Hosts"
          suggestionsOf={suggestionsOf}
          paging={{ sizes: [2, 4, 8], size, onSize }}
        />
        <button type="button" onClick={refuse}>
          Refuse
        </button>
        <button
          type="button"
          onClick={() => {
            for (const field of hosts.fields)
              methods.setError(`hosts.0.${field}`, { type: 'server', message: `Wrong ${field}.` })
          }}
        >
          Refuse values
        </button>
      </FormProvider>
    </MantineProvider>
  )
}

describe('a table with pages', () => {
  const named = () =>
    screen.getAllByLabelText(/^Name \d$/).map((input) => (input instanceof HTMLInputElement ? input.value : ''))
  const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const showTwo = async () => {
    render(<Paged />)
    await userEvent.selectOptions(screen.getByLabelText('Rows on a page'), '2 hosts')
  }

  test('begins with all rows, and offers the sizes that they need', () => {
    render(<Paged />)
    expect(named()).toEqual(['h1', 'h2', 'h3', 'h4', 'h5'])
    const sizes = [...screen.getByLabelText('Rows on a page').children].map(({ textContent }) => textContent)
    expect(sizes).toEqual(['2 hosts', '4 hosts', 'All 5 hosts'])
  })

  test('shows a page of the rows that a search finds, from the first one on, and keeps all rows', async () => {
    await showTwo()
    await click('Last')
    expect(named()).toEqual(['h5'])
    expect(screen.getByText('Page 3 of 3')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Search names'), 'h')
    expect(named()).toEqual(['h1', 'h2'])
    expect(await screen.findByText('5 of 5 rows')).toBeVisible()
    expect(sent).toHaveLength(5)
  })

  test('opens the page of a new row and of an error', async () => {
    await showTwo()
    await click('Insert below row 2')
    expect(named()).toEqual(['', 'h3'])
    expect(screen.getByLabelText('Name 3')).toHaveFocus()
    await click('First')
    await click('Refuse')
    expect(named()).toEqual(['h4', 'h5'])
    expect(screen.getByLabelText('Port 5')).toHaveFocus()
  })
})
