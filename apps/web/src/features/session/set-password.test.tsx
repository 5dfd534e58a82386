import { readPasswordLink, setPassword } from '@quatrain/contract/accounts/password-links.ts'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aServer, aSuperuser, showPage } from '#test/render-page.tsx'

const address = '/ui/set_password#the-token'

async function choose(password: string, repeated = password) {
  await userEvent.type(await screen.findByLabelText('New password'), password)
  await userEvent.type(screen.getByLabelText('Confirm password'), repeated)
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
}

test('the user of a link sets a password, even in a browser where somebody else is logged in', async () => {
  const server = aServer(aSuperuser()).answer(readPasswordLink, { username: 'grace' })
  server.answer(setPassword, { detail: 'Password successfully set' })
  showPage(address)
  expect(await screen.findByLabelText('Username')).toHaveValue('grace')
  await choose('correct horse battery')
  expect(await screen.findByRole('status')).toHaveTextContent('Password successfully set. Log in with it.')
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/ui/login')
  expect(server.callsOf(setPassword)[0]?.body).toEqual({ token: 'the-token', new_password: 'correct horse battery' })
})

test.each([
  ['short', 'short', 'Your password must contain at least 8 characters.'],
  ['grace-of-monaco', 'grace-of-monaco', 'Your password cannot contain your username.'],
  ['correct horse', 'correct hose', 'Passwords do not match!'],
])('the password %s with %s is refused before it is sent', async (password, repeated, message) => {
  const server = aServer().answer(readPasswordLink, { username: 'grace' })
  showPage(address)
  await choose(password, repeated)
  expect(await screen.findByText(message)).toBeVisible()
  expect(server.callsOf(setPassword)).toEqual([])
})

test('what only the server knows against a password is shown at its field', async () => {
  const message = 'Your password is too common.'
  aServer()
    .answer(readPasswordLink, { username: 'grace' })
    .refuse(setPassword, 'invalid_input', { fields: { new_password: message } })
  showPage(address)
  await choose('Superman1')
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText('New password')).toHaveValue('Superman1')
})

test('a double click sets the password once', async () => {
  const server = aServer().answer(readPasswordLink, { username: 'grace' }).answer(setPassword, { detail: '' })
  showPage(address)
  await userEvent.type(await screen.findByLabelText('New password'), 'correct horse battery')
  await userEvent.type(screen.getByLabelText('Confirm password'), 'correct horse battery')
  const button = screen.getByRole('button', { name: 'Set password' })
  act(() => {
    button.click()
    button.click()
  })
  expect(await screen.findByRole('status')).toBeVisible()
  expect(server.callsOf(setPassword)).toHaveLength(1)
})

test('a link that cannot be used says why, and what to do', async () => {
  aServer().refuse(readPasswordLink, 'invalid_input')
  showPage(address)
  expect(await screen.findByRole('alert')).toHaveTextContent(/expired.*Ask an administrator/)
  expect(screen.queryByLabelText('New password')).toBeNull()
})
