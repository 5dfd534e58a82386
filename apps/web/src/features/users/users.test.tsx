import { sendPasswordLink } from '@quatrain/contract/accounts/password-links.ts'
import { userGroups } from '@quatrain/contract/catalogue/catalogue.ts'
import { configOptions } from '@quatrain/contract/console/options.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { blankUser, changeUsers, type User, userPage, users } from '@quatrain/contract/resources/user.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { confirm } from '#test/profiles.ts'
import { aServer, aSuperuser, options, showPage } from '#test/render-page.tsx'
import { aSuperTenant } from '#test/super.ts'

const api = resourceEndpoints(users)
const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }

const aUser = (changes: Partial<User> = {}): User => ({
  ...blankUser,
  pk: 4,
  username: 'ada',
  first_name: 'Ada',
  email: 'ada@example.org',
  groupsofreports: ['operations'],
  date_joined: '2029-05-01T08:00:00.000Z',
  last_login: '',
  ...changes,
})

const groups = {
  reports: ['operations', 'network'],
  metrics: ['operations'],
  aggregations: [],
  metricprofiles: [],
}

const serverWith = (user = aUser(), server = aServer(aSuperuser())) =>
  server
    .answer(userGroups, { result: { ...groups, thresholdsprofiles: [] } })
    .answer(userPage, { rows: [user], total: 1 })
    .answer(api.list, [user])
    .answer(api.get, user, '"3"')

test('users are listed with their flags in words', async () => {
  serverWith()
  showPage('/ui/administration/users')
  expect(await screen.findByRole('link', { name: 'ada' })).toHaveAttribute('href', '/ui/administration/users/ada')
  expect(screen.getByRole('heading', { name: 'Select user to change' })).toBeVisible()
  const row = within(screen.getByRole('row', { name: /ada@example.org/ }))
  expect(row.getByText('no')).toBeVisible()
  expect(row.getByText('yes')).toBeVisible()
})

test('a new user needs a name, an address and the same password twice; only one password is sent', async () => {
  const server = serverWith().preview(api.add, nothingElse).answer(api.add, aUser(), '"1"')
  showPage('/ui/administration/users/add')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Required')).toHaveLength(4)
  expect(screen.getByLabelText('Active')).toBeChecked()
  expect(screen.getByLabelText('Superuser status')).not.toBeChecked()

  await userEvent.type(screen.getByLabelText('Username'), 'ada')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example')
  await userEvent.type(screen.getByLabelText('Password'), '12345678')
  await userEvent.type(screen.getByLabelText('Confirm password'), 'another')
  expect(screen.getByText('Enter valid email.')).toBeVisible()
  expect(screen.getByText('Your password cannot be entirely numeric.')).toBeVisible()
  expect(screen.getByText('Passwords do not match!')).toBeVisible()

  await userEvent.type(screen.getByLabelText('Email'), '.org')
  for (const label of ['Password', 'Confirm password']) {
    await userEvent.clear(screen.getByLabelText(label))
    await userEvent.type(screen.getByLabelText(label), 'Passw0rd, with !')
  }
  await userEvent.click(screen.getByLabelText('Groups of reports', { selector: 'input' }))
  await userEvent.click(await screen.findByRole('option', { name: 'network', hidden: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add user')
  expect(await screen.findByText('User successfully added')).toBeVisible()
  expect(server.callsOf(api.add).at(-1)?.body).toEqual({
    ...blankUser,
    username: 'ada',
    email: 'ada@example.org',
    groupsofreports: ['network'],
    password: 'Passw0rd, with !',
  })
})

test('a stored user is changed without a password, and what the server refuses is at its field', async () => {
  const refusal = { is_active: 'You cannot deactivate yourself.' }
  const server = serverWith().refuse(api.change, 'invalid_input', { fields: refusal })
  showPage('/ui/administration/users/ada')
  expect(await screen.findByDisplayValue('ada@example.org')).toBeVisible()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.getByText('never')).toBeVisible()
  await userEvent.click(screen.getByLabelText('Active'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('You cannot deactivate yourself.')).toBeVisible()
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    pk: 4,
    is_active: false,
    groupsofreports: ['operations'],
  })
})

test('the form has the sections, the fields in their order, and an explanation of each right', async () => {
  serverWith()
  showPage('/ui/administration/users/ada')
  expect(await screen.findByDisplayValue('ada@example.org')).toBeVisible()
  const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(sections).toEqual(['Personal info', 'Permissions', 'Quatrain user permissions', 'Additional information'])
  const kinds = ['reports', 'metrics', 'metric profiles', 'aggregations', 'thresholds profiles']
  const texts = [
    ...['Username', 'First name (optional)', 'Last name (optional)', 'Email', 'Last login', 'Date joined'],
    'Superuser status',
    'The user may change everything, without being in a group.',
    'Active',
    'The user can log in. Clear this box instead of deleting a user who has left.',
    ...kinds.flatMap((kind) => [`Groups of ${kind}`, `The user may change the ${kind} in these groups.`]),
    ...['distinguishedName (optional)', 'eduPersonUniqueId (optional)', 'displayName (optional)'],
  ]
  const shown = screen.getByRole('main').textContent ?? ''
  const places = texts.map((text, index) => shown.indexOf(text, shown.indexOf(texts[index - 1] ?? '')))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('users of the super-tenant have no groups', async () => {
  serverWith(aUser({ groupsofreports: [] }), aSuperTenant())
  showPage('/ui/administration/users/ada')
  expect(await screen.findByDisplayValue('ada@example.org')).toBeVisible()
  await waitFor(() => expect(screen.queryByLabelText('Groups of reports')).toBeNull())
  expect(screen.queryByText('Additional information')).toBeNull()
})

const sendingLinks = { result: { ...options, sends_password_links: true } }

test('where mails are sent, a new user gets a link instead of a password', async () => {
  const server = serverWith().answer(configOptions, sendingLinks)
  server.preview(api.add, nothingElse).answer(api.add, aUser(), '"1"')
  showPage('/ui/administration/users/add')
  expect(await screen.findByText(/gets a mail with a link to set a password/)).toBeVisible()
  expect(screen.queryByLabelText('Password')).toBeNull()
  await userEvent.type(screen.getByLabelText('Username'), 'ada')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add user')
  await waitFor(() => expect(server.callsOf(api.add)[0]?.body).not.toHaveProperty('password'))
})

test('a link is sent to a stored user after a question', async () => {
  const server = serverWith(aUser({ username: 'grace' })).answer(configOptions, sendingLinks)
  server.answer(sendPasswordLink, { detail: 'A link to set the password was sent to ada@example.org.' })
  showPage('/ui/administration/users/grace')
  await userEvent.click(await screen.findByRole('button', { name: 'Send password link' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/The mail goes to ada@example.org/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Send password link' }))
  expect(await screen.findByText('A link to set the password was sent to ada@example.org.')).toBeVisible()
  expect(server.callsOf(sendPasswordLink)[0]?.body).toEqual({ username: 'grace' })
})

test('no link is offered for an inactive user, who could not use it', async () => {
  serverWith(aUser({ username: 'grace', is_active: false })).answer(configOptions, sendingLinks)
  showPage('/ui/administration/users/grace')
  expect(await screen.findByRole('button', { name: 'Send password link' })).toBeDisabled()
})

test('nobody is offered to delete themselves', async () => {
  const { username } = aSuperuser()
  serverWith(aUser({ username, is_superuser: true }))
  showPage(`/ui/administration/users/${username}`)
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('selected users join a group together, of which the preview says what changes, and one undo takes it back', async () => {
  const all = [aUser(), aUser({ pk: 5, username: 'bob', groupsofreports: ['network', 'operations'] })]
  const { date_joined: _, last_login: __, ...former } = aUser()
  const inverse = [{ input: former, base: '"4-2"' }]
  const after = { ...former, groupsofreports: ['network', 'operations'] }
  const server = serverWith()
    .answer(userPage, { rows: all, total: 2 })
    .answerBy(api.get, ({ path }) => all.find(({ username }) => path.endsWith(`/${username}`)))
    .preview(changeUsers, {
      preview: 'preview-1',
      changes: [{ tenant: 'NORTH', kind: 'user', name: 'ada', action: 'change', before: former, after }],
      notices: { warning: 'Sessions (1) of ada end.' },
    })
    .answer(changeUsers, { inverse })
  showPage('/ui/administration/users')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change groups' }))
  const groupsDialog = within(await screen.findByRole('dialog', { name: 'Change groups' }))
  expect(groupsDialog.getByRole('button', { name: 'Preview changes' })).toBeDisabled()
  await within(groupsDialog.getByLabelText('Add to group')).findAllByRole('option', {
    name: 'network (groups of reports)',
  })
  await userEvent.selectOptions(groupsDialog.getByLabelText('Add to group'), 'reports network')
  await userEvent.click(groupsDialog.getByRole('button', { name: 'Preview changes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change groups of 1 user' }))
  expect(dialog.getByText('Unchanged, because they are so already: 1 user.')).toBeVisible()
  expect(dialog.getByText('Sessions (1) of ada end.')).toBeVisible()
  expect(within(dialog.getByRole('group', { name: 'ada' })).getByText('network')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Add to change request' })).not.toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Change groups of 1 user' }))
  expect(await screen.findByText('The change of 1 user was made.')).toBeVisible()
  const written = { input: { username: 'ada', pk: 4, groupsofreports: ['operations', 'network'] } }
  expect(server.callsOf(changeUsers).at(-1)?.body).toMatchObject({ writes: [written] })
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Made' }))
  await waitFor(() => expect(server.callsOf(changeUsers).at(-1)?.body).toEqual({ writes: inverse }))
})
