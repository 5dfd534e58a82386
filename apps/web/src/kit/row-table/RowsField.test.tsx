import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { choiceCell, numberCell, switchCell, tagsCell, textCell } from '#kit/rows/row-cells.ts'
import { defineRows, type Row } from '#kit/rows/row-definition.ts'
import { RowsField } from './RowsField.tsx'

interface Host {
  readonly name: string
  readonly port: string
  readonly zone: string
  readonly tags: readonly string[]
  readonly watched: boolean
}

const hosts = defineRows<Host>({
  one: 'host',
  cells: {
    name: textCell('Name'),
    port: numberCell('Port'),
    zone: choiceCell('Zone'),
    tags: tagsCell('Tags'),
    watched: switchCell('Watched'),
  },
  identityOf: ({ name }) => name,
})

const zones = [{ value: 'north' }, { value: 'south' }]
const suggestionsOf = (field: keyof Host) => (field === 'zone' ? zones : undefined)

const stored = hosts.fromStored([{ name: 'a.test', port: '1', zone: 'west', tags: ['x'], watched: true }])
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
    await userEvent.type(screen.getByLabelText('Tags 2'), 'x, y, x')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Watched 2' }))
    expect(screen.getByLabelText('Port 2')).toHaveAttribute('inputmode', 'numeric')
    expect(sent[1]).toEqual({ name: 'b.test', port: '80', zone: 'south', tags: ['x', 'y'], watched: true })
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
    await userEvent.paste('Name\tPort\tZone\tTags\tWatched\nc.test\t5\tnorth\t"p, q"\tyes\nd.test\t6\t\t\tno')
    expect(sent.slice(1)).toEqual([
      { name: 'c.test', port: '5', zone: 'north', tags: ['p', 'q'], watched: true },
      { name: 'd.test', port: '6', zone: '', tags: [], watched: false },
    ])
  })

  test('marks the row that the server refuses, and focuses it', async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Refuse' }))
    expect(screen.getByText('This host is elsewhere.')).toBeVisible()
    expect(screen.getByLabelText('Name 1')).toHaveFocus()
    expect(screen.getByLabelText('Name 1')).toHaveAttribute('aria-invalid', 'true')
  })

  test('always has a row for input', async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Remove host 1: a.test, 1, west, x, Yes' }))
    expect(screen.getByLabelText('Name 1')).toHaveValue('')
    expect(sent).toEqual([])
  })
})
