import { MantineProvider } from '@mantine/core'
import { diff } from '@quatrain/contract/compare/compare.ts'
import { type Data, isData } from '@quatrain/contract/compare/field.ts'
import { nestedFields, objectWithGroup } from '@quatrain/contract/testing/nested-objects.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ConflictScreen } from './ConflictScreen.tsx'
import type { Comparable } from './comparable.ts'
import { DifferenceView } from './DifferenceView.tsx'

const form: Comparable<Data> = {
  resource: { compared: nestedFields },
  toDocument: (values) => values,
  fromDocument: (document) => (isData(document) ? document : undefined),
}

const showDifference = (before: Data, after: Data) =>
  render(
    <MantineProvider>
      <DifferenceView level={2} fields={nestedFields} changes={diff(nestedFields, before, after)} />
    </MantineProvider>,
  )

function showConflict(base: Data, mine: Data, theirs: Data) {
  const settled: Data[] = []
  render(
    <MantineProvider>
      <ConflictScreen
        form={form}
        base={base}
        mine={mine}
        theirs={theirs}
        noun="profile"
        onResolve={(result) => settled.push(result)}
      />
    </MantineProvider>,
  )
  return async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Continue with the result' }))
    return settled.at(-1)
  }
}

const row = (name: RegExp) => screen.getByRole('row', { name })
const entry = (name: RegExp) => screen.getByRole('rowheader', { name }).closest('tr')

test('a changed operator and an added service are shown in the row of their group', () => {
  showDifference(objectWithGroup('AND', ['web', 'db']), objectWithGroup('OR', ['web', 'mail']))
  expect(screen.getByText('1 changed')).toBeVisible()
  const group = row(/^≠ changed g /)
  expect(within(group).getByText('AND')).toBeVisible()
  expect(within(group).getByText('OR', { selector: 'ins' })).toBeVisible()
  const services = within(group).getByRole('table', { name: 'services' })
  expect(within(services).getByRole('row', { name: '− removed db OR' })).toBeVisible()
  expect(within(services).getByRole('row', { name: '+ added mail OR' })).toBeVisible()
  expect(within(services).queryByText('web')).not.toBeInTheDocument()
})

test('an added group is shown completely', () => {
  showDifference({ ...objectWithGroup('AND', []), groups: [] }, objectWithGroup('AND', ['web', 'db']))
  expect(row(/^\+ added g /)).toHaveTextContent('operatorANDservicesweb: OR; db: OR')
})

test('my operator and their service of one group are both in the result, and each can be excluded', async () => {
  const base = objectWithGroup('AND', ['web'])
  const result = showConflict(base, objectWithGroup('OR', ['web']), objectWithGroup('AND', ['web', 'db']))
  expect(screen.queryByText('Both changed it')).not.toBeInTheDocument()
  expect(await result()).toEqual(objectWithGroup('OR', ['web', 'db']))
  await userEvent.click(screen.getByRole('button', { name: 'Take theirs for g, operator' }))
  await userEvent.click(screen.getByRole('button', { name: 'Take mine for g, services, db' }))
  expect(await result()).toEqual(base)
})

test('a group that I removed and they changed is chosen as a whole', async () => {
  const theirs = objectWithGroup('OR', ['web', 'db'])
  const mine = { ...theirs, groups: [] }
  const result = showConflict(objectWithGroup('AND', ['web']), mine, theirs)
  expect(entry(/groups ?g Both changed it/)).toHaveTextContent('operator OR, services web: OR; db: OR')
  expect(entry(/groups ?g Both changed it/)).toHaveTextContent('not there')
  expect(await result()).toEqual(mine)
  await userEvent.click(screen.getByRole('button', { name: 'Take theirs for g' }))
  expect(await result()).toEqual(theirs)
})

test('an order that both changed is chosen', async () => {
  const config = (...keys: string[]) => ({
    ...objectWithGroup('AND', []),
    config: keys.map((key) => ({ key, value: '' })),
  })
  const [mine, theirs] = [config('c', 'a', 'b'), config('b', 'a', 'c')]
  const result = showConflict(config('a', 'b', 'c'), mine, theirs)
  expect(entry(/config ?order Both changed it/)).toHaveTextContent('b, a, c')
  expect(await result()).toEqual(mine)
  await userEvent.click(screen.getByRole('button', { name: 'Take theirs for the order of config' }))
  expect(await result()).toEqual(theirs)
})
