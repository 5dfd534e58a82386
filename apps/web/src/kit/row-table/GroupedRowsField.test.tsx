import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { beforeEach, describe, expect, test } from 'vitest'
import { choiceCell, textCell } from '#kit/rows/row-cells.ts'
import { defineRows, type Row, rowsCell } from '#kit/rows/row-definition.ts'
import { GroupedRowsField } from './GroupedRowsField.tsx'

interface Limit {
  readonly label: string
  readonly unit: string
}
interface Rule {
  readonly metric: string
  readonly limits: readonly Limit[]
}

const limits = defineRows<Limit>({
  one: 'limit',
  cells: { label: textCell('Label'), unit: choiceCell('Unit', { isSecondary: true }) },
  identityOf: ({ label }) => label,
  nameOf: ({ label }) => label,
  takenFromLast: ['unit'],
})
const rules = defineRows<Rule>({
  one: 'rule',
  cells: { metric: textCell('Metric'), limits: rowsCell('Limits', limits) },
  identityOf: ({ metric }) => metric,
})
const members = { field: 'limits', definition: limits } as const
const units = [{ value: 's' }, { value: 'B' }]
const memberExtras = { suggestionsOf: (field: keyof Limit) => (field === 'unit' ? units : undefined) }

const stored = rules.fromStored([
  { metric: 'disk', limits: [{ label: 'used', unit: 'B' }] },
  {
    metric: 'web',
    limits: [
      { label: 'time', unit: 's' },
      { label: 'size', unit: 'B' },
    ],
  },
])
let sent: readonly Rule[] = []
let fail: (path: string) => void = () => {}

function Page() {
  const methods = useForm<{ rules: Row<Rule>[] }>({ values: { rules: stored } })
  sent = rules.valuesOf(methods.watch('rules'))
  fail = (path) => {
    const at = rules.pathOfSent(methods.getValues('rules'), path.split('.')).join('.')
    methods.setError(`rules.${at}` as 'rules', { type: 'server', message: 'Not allowed here.' })
    methods.setFocus('rules')
  }
  return (
    <MantineProvider>
      <FormProvider {...methods}>
        <GroupedRowsField
          name="rules"
          definition={rules}
          stored={stored}
          label="Rules"
          addLabel="Add new rule"
          members={members}
          memberExtras={memberExtras}
        />
        <button type="button" onClick={() => fail('1.limits.1.label')}>
          Refuse
        </button>
        <button type="button" onClick={() => fail('0.limits')}>
          Refuse list
        </button>
      </FormProvider>
    </MantineProvider>
  )
}

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const labels = () => sent.map(({ metric, limits }) => `${metric}: ${limits.map(({ label }) => label).join(' ')}`)

describe('a table of groups', () => {
  beforeEach(() => {
    render(<Page />)
  })

  test('adds groups and rows by keyboard, and inserted rows inherit a value of the last one', async () => {
    await click('Add new rule')
    expect(screen.getByLabelText('Metric 3')).toHaveFocus()
    await userEvent.type(screen.getByLabelText('Metric 3'), 'mail')
    await userEvent.type(screen.getByLabelText('Rule 3: label 1'), 'queue{Enter}')
    expect(screen.getByLabelText('Rule 3: unit 1')).toHaveFocus()
    await userEvent.selectOptions(screen.getByLabelText('Rule 3: unit 1'), 's')
    await userEvent.keyboard('{Enter}age')
    expect(screen.getByLabelText('Rule 3: label 2')).toHaveValue('age')
    expect(sent[2]).toEqual({
      metric: 'mail',
      limits: [
        { label: 'queue', unit: 's' },
        { label: 'age', unit: 's' },
      ],
    })
  })

  test('moves rows within their group, and into the group beside it, with the focus', async () => {
    await userEvent.click(screen.getByLabelText('Rule 2: label 2'))
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(labels()).toEqual(['disk: used', 'web: size time'])
    expect(screen.getByLabelText('Rule 2: label 1')).toHaveFocus()
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(labels()).toEqual(['disk: used size', 'web: time'])
    expect(screen.getByLabelText('Rule 1: label 2')).toHaveFocus()
    await click('Rule 1: Move down size')
    expect(labels()).toEqual(['disk: used', 'web: size time'])
    expect(screen.queryByText('New')).not.toBeInTheDocument()
  })

  test('moves and removes groups, and always has a row for input', async () => {
    await click('Rules: Move up web')
    expect(labels()).toEqual(['web: time size', 'disk: used'])
    await click('Rules: Remove web')
    await click('Rule 1: Remove used')
    expect(screen.getByLabelText('Rule 1: label 1')).toHaveValue('')
    expect(sent).toEqual([{ metric: 'disk', limits: [] }])
    await click('Rules: Remove disk')
    expect(screen.getByLabelText('Metric 1')).toHaveValue('')
    expect(sent).toEqual([])
  })

  test('accepts pasted rows in a group', async () => {
    await userEvent.click(screen.getByLabelText('Rule 1: label 1'))
    await userEvent.paste('Label\tUnit\nfree\ts\ninodes\tB')
    expect(labels()[0]).toBe('disk: used free inodes')
  })

  test('marks a changed row and its group', async () => {
    await userEvent.type(screen.getByLabelText('Rule 2: label 1'), 's')
    expect(screen.getAllByText('Changed')).toHaveLength(2)
    await userEvent.type(screen.getByLabelText('Rule 2: label 1'), '{Backspace}')
    expect(screen.queryByText('Changed')).not.toBeInTheDocument()
  })

  test('shows an error of a row that the server refuses in its cell, and focuses it', async () => {
    await click('Rule 2: Insert below time')
    await click('Refuse')
    const cell = screen.getByLabelText('Rule 2: label 3')
    expect(cell).toHaveAccessibleDescription('Not allowed here.')
    expect(cell).toHaveFocus()
  })

  test('shows an error of the list of a group in the line of the group, and focuses its first row', async () => {
    await click('Refuse list')
    expect(screen.getByText('Not allowed here.')).toBeVisible()
    expect(screen.getByLabelText('Rule 1: label 1')).toHaveFocus()
  })

  test('is searched by groups and by rows', async () => {
    const search = screen.getByRole('searchbox', { name: 'Search rules and limits' })
    await userEvent.type(search, 'time')
    expect(screen.queryByLabelText('Metric 1')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Rule 2: label 1')).toHaveValue('time')
    expect(screen.queryByLabelText('Rule 2: label 2')).not.toBeInTheDocument()
    await userEvent.clear(search)
    await userEvent.type(search, 'disk')
    expect(screen.getByLabelText('Rule 1: label 1')).toHaveValue('used')
  })
})
