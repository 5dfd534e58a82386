import { type AdministrationHints, administrationHints } from '@quatrain/contract/console/administration.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aServer, aSuperuser, showPage } from '#test/render-page.tsx'

const calm: AdministrationHints = {
  counts: { users: 1234, groupofreports: 2 },
  usersWithoutGroups: { count: 0, first: [] },
  superusersWithoutFactor: { count: 0, first: [] },
  groupsWithoutUsers: { count: 0, first: [] },
  unusedKeys: 0,
  expiringKeys: 0,
  expiringUserKeys: 0,
}

test('the administration page counts the objects of each section', async () => {
  aServer(aSuperuser()).answer(administrationHints, calm)
  showPage('/ui/administration')
  const people = within(await screen.findByRole('region', { name: 'Authentication and authorization' }))
  expect(await people.findByText('1,234')).toBeVisible()
  expect(screen.queryByText('Access to review')).toBeNull()
})

test('it names users without groups, groups without users, and keys that were never used or expire', async () => {
  aServer(aSuperuser()).answer(administrationHints, {
    ...calm,
    usersWithoutGroups: { count: 7, first: ['ada', 'bob'] },
    superusersWithoutFactor: { count: 1, first: ['eve'] },
    groupsWithoutUsers: { count: 1, first: [{ kind: 'metrics', name: 'empty' }] },
    unusedKeys: 1,
    expiringKeys: 2,
    expiringUserKeys: 3,
  })
  showPage('/ui/administration')
  const hints = within(await screen.findByRole('region', { name: 'Access to review' }))
  expect(hints.getByRole('link', { name: 'bob' })).toHaveAttribute('href', '/ui/administration/users/bob')
  expect(hints.getByText('and 5 more')).toBeVisible()
  expect(hints.getByText(/^1 superuser without a second factor/)).toBeVisible()
  expect(hints.getByRole('link', { name: 'eve' })).toHaveAttribute('href', '/ui/administration/users/eve')
  expect(hints.getByRole('link', { name: /^empty/ })).toHaveAttribute('href', '/ui/administration/groupofmetrics/empty')
  expect(hints.getByRole('link', { name: '1 API key never used' })).toBeVisible()
  expect(hints.getByRole('link', { name: /^2 API keys to renew/ })).toBeVisible()
  expect(hints.getByRole('link', { name: /^3 keys of users to renew/ })).toBeVisible()
})
