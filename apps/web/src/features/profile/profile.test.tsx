import {
  changeMailPreferences,
  readMailPreferences,
  readWatchedObjects,
  usualMailPreferences,
  watchObject,
} from '@quatrain/contract/accounts/mail-preferences.ts'
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  ownSessions,
  reauthenticate,
} from '@quatrain/contract/accounts/own-account.ts'
import {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  ownSecondFactor,
  removeAuthenticatorApp,
} from '@quatrain/contract/accounts/second-factor.ts'
import { logIn } from '@quatrain/contract/accounts/session.ts'
import { addOwnKey, endOwnKey, ownKeys, rotateOwnKey, type UserKey } from '@quatrain/contract/accounts/user-keys.ts'
import { configOptions } from '@quatrain/contract/console/options.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { confirm } from '#test/profiles.ts'
import { aMember, aServer, aSuperuser, options, showPage } from '#test/render-page.tsx'
import { aSuperTenant } from '#test/super.ts'

const times = { created_at: '2029-05-01T08:00:00.000Z', last_seen_at: '2029-05-01T09:00:00.000Z' }
const sessions = [
  { ...times, id: 8, address: '192.0.2.8', device: 'Mozilla/5.0 (X11; Linux) Firefox/140.0', is_current: true },
  { ...times, id: 7, address: '192.0.2.7', device: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0', is_current: false },
]

const noFactor = { app_since: '', passkeys: [], recovery_codes: 0 }
const withFactor = { app_since: times.created_at, passkeys: [], recovery_codes: 2 }

test('the profile says what the user may do, and ends sessions', async () => {
  const server = aServer(aMember('operations'))
    .answer(ownSessions, sessions)
    .answer(ownKeys, [])
    .answer(ownSecondFactor, noFactor)
    .answer(endOwnSession, {})
    .answer(endOtherSessions, { ended: 1 })
  showPage('/ui/profile')
  expect(await screen.findByText(/You may add, change and delete metric profiles of the group/)).toBeVisible()
  expect(screen.getByText(/You may view everything/)).toBeVisible()
  expect(within(await screen.findByRole('row', { name: /Firefox on Linux/ })).getByText('this session')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'End the session of Chrome on Windows at 192.0.2.7' }))
  expect(await screen.findByText('1 session ended')).toBeVisible()
  expect(server.callsOf(endOwnSession)[0]?.path).toMatch(/ownsessions\/7$/)
  await userEvent.click(screen.getByRole('button', { name: 'End all other sessions' }))
  await confirm('End all other sessions')
  expect(server.callsOf(endOtherSessions)).toHaveLength(1)
})

test('the user chooses when mails come and about which objects, where mails are sent', async () => {
  const server = aServer(aMember('operations'))
    .answer(ownSessions, sessions)
    .answer(ownKeys, [])
    .answer(ownSecondFactor, noFactor)
  const page = showPage('/ui/profile')
  await screen.findByRole('row', { name: /Firefox on Linux/ })
  expect(screen.queryByRole('combobox', { name: 'What waits for you' })).not.toBeInTheDocument()
  page.unmount()
  const daily = { ...usualMailPreferences, reviews: 'daily' } as const
  server
    .answer(configOptions, { result: { ...options, sends_password_links: true } })
    .answer(readMailPreferences, usualMailPreferences)
    .answer(readWatchedObjects, [{ kind: 'metricprofile', name: 'CORE' }])
    .answer(changeMailPreferences, daily)
  showPage('/ui/profile')
  const reviews = await screen.findByRole('combobox', { name: 'What waits for you' })
  await waitFor(() => expect(reviews).toHaveValue('at once'))
  expect(screen.getByRole('combobox', { name: 'Other news of your requests' })).toHaveValue('never')
  server.answer(readMailPreferences, daily)
  await userEvent.click(reviews)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await screen.findByText('Saved')
  expect(server.callsOf(changeMailPreferences).map(({ body }) => body)).toEqual([daily])
  await waitFor(() => expect(reviews).toHaveValue('daily'))
  server.answer(watchObject, [])
  expect(screen.getByRole('link', { name: 'CORE' })).toHaveAttribute('href', '/ui/metricprofiles/CORE')
  await userEvent.click(screen.getByRole('button', { name: 'Do not watch CORE any more' }))
  await screen.findByText('You watch no object. The page of each object offers it.')
  expect(server.callsOf(watchObject).map(({ body }) => body)).toEqual([
    { kind: 'metricprofile', name: 'CORE', watched: false },
  ])
})

test('times follow the time zone that the user chooses, at once', async () => {
  aServer(aMember('operations')).answer(ownSessions, sessions).answer(ownKeys, [])
  showPage('/ui/profile')
  const row = within(await screen.findByRole('row', { name: /Firefox on Linux/ }))
  const zone = screen.getByRole('combobox', { name: 'Time zone' })
  await userEvent.type(zone, 'Berlin')
  await userEvent.click(await screen.findByRole('option', { name: 'Europe/Berlin', hidden: true }))
  expect(row.getByText('1 May 2029, 10:00')).toBeVisible()
  await userEvent.click(screen.getByLabelText('Use the time zone of this device'))
  expect(row.queryByText('1 May 2029, 10:00')).toBeNull()
})

test('a superuser may do everything', async () => {
  aServer(aSuperuser()).answer(ownSessions, sessions).answer(ownKeys, []).answer(ownSecondFactor, noFactor)
  showPage('/ui/profile')
  expect(await screen.findByText(/You are a superuser/)).toBeVisible()
})

const fill = async (current: string, chosen: string, repeated = chosen) => {
  for (const [label, text] of [
    ['Current password', current],
    ['New password', chosen],
    ['Confirm password', repeated],
  ] as const) {
    await userEvent.clear(await screen.findByLabelText(label))
    await userEvent.type(screen.getByLabelText(label), text)
  }
}

test('a password is changed with the current one, and the user logs in again', async () => {
  const user = aMember('operations')
  const server = aServer(user)
    .answer(ownSessions, sessions)
    .answer(ownKeys, [])
    .answer(ownSecondFactor, noFactor)
    .answer(changePassword, { detail: '' })
    .answer(logIn, { detail: '' })
  showPage('/ui/profile/change_password')
  await fill('old', '12345678', 'other')
  expect(screen.getByText('Your password cannot be entirely numeric.')).toBeVisible()
  expect(screen.getByText('Passwords do not match!')).toBeVisible()
  await fill('old', 'Staple, Battery!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change password')
  expect(await screen.findByText('Password successfully changed')).toBeVisible()
  const { username } = user
  const sent = { username, current_password: 'old', new_password: 'Staple, Battery!' }
  expect(server.callsOf(changePassword)[0]?.body).toEqual(sent)
  expect(server.callsOf(logIn)[0]?.body).toEqual({ username, password: 'Staple, Battery!' })
})

test('a refusal has the title of the specification, and is at its field', async () => {
  aServer(aMember('operations')).refuse(changePassword, 'invalid_input', {
    fields: { current_password: 'Wrong password' },
  })
  showPage('/ui/profile/change_password')
  await fill('wrong', 'Staple, Battery!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change password')
  expect(await screen.findByText('Error: 400 Bad Request')).toBeVisible()
  expect(screen.getByText('Wrong password')).toBeVisible()
})

test('the password of another user cannot be changed', async () => {
  aSuperTenant()
  showPage('/ui/administration/users/somebody/change_password')
  expect(await screen.findByText(/This is a read-only instance/)).toBeVisible()
  expect(screen.getByText('Users change only their own password.')).toBeVisible()
  // A superuser is one.
  expect(screen.queryByText(/Only administrators/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('an authenticator app is set up with a first code, and the recovery codes are shown', async () => {
  const server = aServer(aMember('operations'))
    .answer(ownSessions, sessions)
    .answer(ownKeys, [])
    .answer(ownSecondFactor, noFactor)
    .answer(beginAuthenticatorApp, { secret: 'ABCDEFGH', address: 'otpauth://totp/x?secret=ABCDEFGH' })
    .refuse(confirmAuthenticatorApp, 'invalid_input', { fields: { code: 'Wrong code' } })
  showPage('/ui/profile')
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
  expect(await screen.findByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  expect(screen.getByText('ABCD EFGH')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Code'), '111111{Enter}')
  expect(await screen.findByText('Wrong code')).toBeVisible()
  server
    .answer(confirmAuthenticatorApp, { recovery_codes: ['AAAA-BBBB-CCCC-DDDD'] })
    .answer(ownSecondFactor, withFactor)
  await userEvent.clear(screen.getByLabelText('Code'))
  await userEvent.type(screen.getByLabelText('Code'), '222222{Enter}')
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible()
  expect(server.callsOf(confirmAuthenticatorApp).at(-1)?.body).toEqual({ code: '222222' })
  await userEvent.click(screen.getByRole('button', { name: 'I have stored them' }))
  expect(await screen.findByText(/You have 2 recovery codes left/)).toBeVisible()
  expect(screen.queryByText('AAAA-BBBB-CCCC-DDDD')).toBeNull()
})

test('what needs a recent login asks for the password and the code, and is then repeated', async () => {
  const server = aServer(aMember('operations'))
    .answer(ownSessions, sessions)
    .answer(ownKeys, [])
    .answer(ownSecondFactor, withFactor)
    .refuse(removeAuthenticatorApp, 'reauthentication_required')
    .answer(reauthenticate, { detail: '', second_factor: { app: true } })
  showPage('/ui/profile')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove authenticator app' }))
  await confirm('Remove authenticator app')
  const question = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  await userEvent.type(within(question).getByLabelText('Password'), 'secret{Enter}')
  await within(question).findByLabelText('Code')
  server.answer(reauthenticate, { detail: '' }).answer(removeAuthenticatorApp, {}).answer(ownSecondFactor, noFactor)
  await userEvent.type(within(question).getByLabelText('Code'), '123456')
  await userEvent.click(within(question).getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Authenticator app removed')).toBeVisible()
  expect(server.callsOf(reauthenticate).map(({ body }) => body)).toEqual([
    { password: 'secret' },
    { password: 'secret', code: '123456' },
  ])
  expect(server.callsOf(removeAuthenticatorApp)).toHaveLength(2)
})

test('who does not prove their identity keeps the app, and is told why', async () => {
  const server = aServer(aMember('operations'))
    .answer(ownSessions, sessions)
    .answer(ownKeys, [])
    .answer(ownSecondFactor, withFactor)
    .refuse(removeAuthenticatorApp, 'reauthentication_required')
  showPage('/ui/profile')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove authenticator app' }))
  await confirm('Remove authenticator app')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/Refused: reauthentication_required/)).toBeVisible()
  expect(server.callsOf(removeAuthenticatorApp)).toHaveLength(1)
})

const aKey: UserKey = {
  id: 3,
  name: 'deploy',
  read_only: true,
  expires: '2029-05-10T08:00:00.000Z',
  networks: ['192.0.2.0/24'],
  created: '2029-04-01T08:00:00.000Z',
  rotated: null,
  previous_until: null,
  last_used_at: '2029-05-01T08:00:00.000Z',
  last_used_by: '192.0.2.7',
}
const token = 'quk_only-once'

test('a key for scripts is added, and its token is shown once', async () => {
  const server = aServer(aMember('operations'))
    .answer(ownSessions, sessions)
    .answer(ownSecondFactor, noFactor)
    .answer(ownKeys, [])
    .refuse(addOwnKey, 'already_exists', { fields: { name: 'Already exists' } })
  showPage('/ui/profile')
  await userEvent.click(await screen.findByRole('button', { name: 'Add key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add key' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add key' }))
  expect(await dialog.findByText('Required')).toBeVisible()
  await userEvent.type(dialog.getByLabelText(/^Name/), 'deploy')
  await userEvent.click(dialog.getByLabelText(/^Read-only/))
  await userEvent.type(
    dialog.getByLabelText(/^Address ranges/, { selector: 'input:not([type=hidden])' }),
    '192.0.2.0/24{Enter}',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Add key' }))
  expect(await dialog.findByText('Already exists')).toBeVisible()
  server.answer(addOwnKey, { ...aKey, token }).answer(ownKeys, [aKey])
  await userEvent.click(dialog.getByRole('button', { name: 'Add key' }))
  expect(await screen.findByText(token)).toBeVisible()
  expect(server.callsOf(addOwnKey).at(-1)?.body).toEqual({
    name: 'deploy',
    read_only: true,
    expires: null,
    networks: ['192.0.2.0/24'],
  })
  await userEvent.click(screen.getByRole('button', { name: 'I have stored it' }))
  expect(screen.queryByText(token)).toBeNull()
  const row = within(await screen.findByRole('row', { name: /deploy/ }))
  expect(row.getByText('read-only')).toBeVisible()
  expect(row.getByText('from 192.0.2.0/24')).toBeVisible()
})

test('the token of a key is replaced, at once or with an overlap, and a key is revoked', async () => {
  const server = aServer(aMember('operations'))
    .answer(ownSessions, sessions)
    .answer(ownSecondFactor, noFactor)
    .answer(ownKeys, [aKey])
    .answer(rotateOwnKey, { ...aKey, token })
    .answer(endOwnKey, {})
  showPage('/ui/profile')
  await userEvent.click(await screen.findByRole('button', { name: 'Replace token of deploy' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText(/^End the current token at once/))
  await userEvent.click(dialog.getByRole('button', { name: 'Replace token' }))
  expect(await screen.findByText(token)).toBeVisible()
  expect(server.callsOf(rotateOwnKey)[0]).toMatchObject({ body: { previous_until: null } })
  await userEvent.click(screen.getByRole('button', { name: 'I have stored it' }))
  await userEvent.click(screen.getByRole('button', { name: 'Revoke deploy' }))
  server.answer(ownKeys, [])
  await confirm('Revoke key')
  expect(await screen.findByText('Key deploy revoked')).toBeVisible()
  expect(server.callsOf(endOwnKey)[0]?.path).toMatch(/ownkeys\/3$/)
  await waitFor(() => expect(screen.queryByRole('row', { name: /deploy/ })).toBeNull())
})
