import {
  changeSecondFactorRule,
  readSecondFactorRule,
  type SecondFactorRule,
} from '@quatrain/contract/accounts/second-factor-rule.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aServer, aSuperuser, showPage } from '#test/render-page.tsx'

const address = '/ui/administration/secondfactor'

const rule: SecondFactorRule = {
  required_of: 'nobody',
  without: { superusers: { count: 1, first: ['ada'] }, others: { count: 51, first: ['grace'] } },
}

test('a superuser sees who has no second factor, and requires one after a question that says what follows', async () => {
  const server = aServer(aSuperuser()).answer(readSecondFactorRule, rule).answer(changeSecondFactorRule, rule)
  showPage(address)
  expect(await screen.findByRole('radio', { name: /^Nobody/ })).toBeChecked()
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(screen.getByRole('link', { name: 'ada' })).toBeVisible()
  expect(screen.getByText('and 50 more')).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: /^Everybody/ }))
  server.answer(readSecondFactorRule, { ...rule, required_of: 'everybody' })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('dialog', { name: 'Change second factor' }))
  expect(question.getByText(/of everybody\? 52 users must set one up at the next login\./)).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Change second factor' }))
  expect(await screen.findByText('Second factor successfully changed')).toBeVisible()
  expect(server.callsOf(changeSecondFactorRule)[0]?.body).toEqual({ required_of: 'everybody' })
})

test('a change that is refused keeps the choice', async () => {
  aServer(aSuperuser()).answer(readSecondFactorRule, rule).refuse(changeSecondFactorRule, 'stale_version')
  showPage(address)
  await userEvent.click(await screen.findByRole('radio', { name: /^Superusers/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Change second factor' }))
  expect(await screen.findByText(/Refused: stale_version/)).toBeVisible()
  expect(screen.getByRole('radio', { name: /^Superusers/ })).toBeChecked()
})
