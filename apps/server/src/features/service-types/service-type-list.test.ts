import { expect, test } from 'vitest'
import { ownTypesBefore } from './service-type-list.ts'

const type = (name: string, description: string) => ({ name, title: '', description })
const listed = (name: string, description: string) => ({
  ...type(name, description),
  tags: ['poem'],
  date: '2026-07-01',
})

const before = [listed('changed', 'old'), listed('deleted', 'old'), listed('unchanged', 'old')]
const after = [type('changed', 'new'), type('added', 'new'), type('unchanged', 'old')]

test('an undo takes back what the write has added, changed and deleted', () => {
  const now = after.map(({ name, description }) => listed(name, description))
  expect(ownTypesBefore(now, { before, after })).toEqual([
    type('changed', 'old'),
    type('deleted', 'old'),
    type('unchanged', 'old'),
  ])
})

test('an undo keeps what another program has written', () => {
  const now = [listed('changed', 'theirs'), listed('added', 'theirs'), listed('unknown', 'theirs')]
  const undone = ownTypesBefore(now, { before, after })
  expect(undone.filter(({ description }) => description === 'theirs').map(({ name }) => name)).toEqual([
    'changed',
    'added',
    'unknown',
  ])
})

test('an undo of a write that began with a list that was falsely empty deletes nothing', () => {
  const now = [listed('changed', 'old'), listed('unknown', 'old')]
  expect(ownTypesBefore(now, { before: [], after })).toEqual([type('changed', 'old'), type('unknown', 'old')])
})
