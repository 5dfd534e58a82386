import { beginAuthenticatorApp, confirmAuthenticatorApp } from '@quatrain/contract/accounts/second-factor.ts'
import { logIn, logOut, sessionActive } from '@quatrain/contract/accounts/session.ts'
import { configOptions, isTenantSchema } from '@quatrain/contract/console/options.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { signOnFailures } from '@quatrain/contract/sign-on/failures.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '#kit/api/query-client.ts'
import { aMember, aServer, aSuperuser, options, sessionOf, showPage } from '#test/render-page.tsx'
import { endSession } from './session.ts'

const api = resourceEndpoints(metricProfiles)

async function logInAs(username: string) {
  await userEvent.type(await screen.findByLabelText('Username'), username)
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

/** Until the end of the test, this browser has one passkey. Returns the function that signs with it. */
function aBrowserWithPasskeys() {
  const one = new Uint8Array([1]).buffer
  const response = { clientDataJSON: one, authenticatorData: one, signature: one }
  const signed = { id: 'AAAA', rawId: one, type: 'public-key', response, getClientExtensionResults: () => ({}) }
  const get = vi.fn(async (): Promise<unknown> => signed)
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'credentials')
  })
  return get
}

test('the requested address is opened after a login', async () => {
  const server = aServer()
    .answer(logIn, { detail: '' })
    .answer(api.list, [{ apiid: 'a', name: 'CORE', groupname: 'ops', description: '', pairs: 2 }])
  showPage('/ui/metricprofiles?groupname=ops')
  await screen.findByLabelText('Username')

  server.answer(sessionActive, sessionOf(aMember('ops')))
  await logInAs('ada')

  expect(await screen.findByRole('link', { name: 'CORE' })).toBeVisible()
  expect(window.location.search).toBe('?groupname=ops')
  expect(server.callsOf(logIn)[0]?.headers.get('x-csrftoken')).toBe('token-of-the-test')
})

test('a login without a requested address opens the start page', async () => {
  aServer(aSuperuser())
  showPage('/ui/login')
  expect(await screen.findByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
})

test('a public address leads to the corresponding page of signed-in users', async () => {
  localStorage.setItem('quatrain.way-back', JSON.stringify('/ui/public_metricprofiles'))
  aServer(aMember('ops')).answer(api.list, [])
  showPage('/ui/login')
  expect(await screen.findByText('No metric profiles')).toBeVisible()
  expect(window.location.pathname).toBe('/ui/metricprofiles')
})

test('administrators are led to the corresponding page under Administration', async () => {
  const ports = resourceEndpoints(defaultPorts)
  localStorage.setItem('quatrain.way-back', JSON.stringify('/ui/public_default_ports'))
  aServer(aSuperuser()).answer(ports.list, [])
  showPage('/ui/login')
  await waitFor(() => expect(window.location.pathname).toBe('/ui/administration/default_ports'))
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Default ports')
})

test('users who may not see that page get the start page', async () => {
  localStorage.setItem('quatrain.way-back', JSON.stringify('/ui/public_default_ports'))
  aServer(aMember('ops')).answer(api.list, [])
  showPage('/ui/login')
  expect(await screen.findByText('No metric profiles')).toBeVisible()
})

test('in the super-tenant, users without rights start at an existing page', async () => {
  aServer(aMember()).answer(isTenantSchema, { isTenantSchema: false })
  showPage('/ui/login')
  await waitFor(() => expect(window.location.pathname).toBe('/ui/home'))
  expect(screen.queryByRole('heading', { name: 'Not found' })).toBeNull()
})

test.each(['/ui/administration', '/ui/administration/users', '/ui/administration/apikey/x'])(
  '%s is not found by users who are not administrators, and the title says so',
  async (address) => {
    aServer(aMember('ops'))
    showPage(address)
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Not found · NORDIC | Quatrain'))
    await userEvent.click(screen.getByRole('link', { name: 'Probes' }))
    await waitFor(() => expect(document.title).toBe('NORDIC · Probes | Quatrain'))
  },
)

test.each([
  ['not_authenticated', 'Login failed, invalid username and password provided'],
  ['too_many_attempts', 'Too many attempts to log in. Wait a minute, then try again.'],
  ['internal', 'The server could not check your password: Refused: internal. Try again in a moment.'],
] as const)('a login refused as %s says so, and clears the form', async (code, text) => {
  aServer().refuse(logIn, code)
  showPage('/ui/home')
  await logInAs('ada')

  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByLabelText('Username')).toHaveValue('')
  expect(screen.getByLabelText('Username')).toHaveFocus()
  expect(screen.getByLabelText('Password')).toHaveValue('')
})

test('a user with an authenticator app enters its code, and a wrong one does not ask for the password again', async () => {
  const server = aServer().answer(logIn, { detail: '', second_factor: { app: true } })
  showPage('/ui/home')
  await logInAs('ada')
  const code = await screen.findByLabelText('Code')
  expect(code).toHaveFocus()
  server.refuse(logIn, 'invalid_input', { fields: { code: 'Wrong code' } })
  await userEvent.type(code, '111111{Enter}')
  expect(await screen.findByText(/^Wrong code/)).toBeVisible()
  server.answer(logIn, { detail: '' }).answer(sessionActive, sessionOf(aMember('ops')))
  await userEvent.type(screen.getByLabelText('Code'), '222222{Enter}')
  expect(await screen.findByRole('button', { name: /Welcome/ })).toBeVisible()
  const known = { username: 'ada', password: 'secret' }
  expect(server.callsOf(logIn).map(({ body }) => body)).toEqual([
    known,
    { ...known, code: '111111' },
    { ...known, code: '222222' },
  ])
})

test('a passkey that is cancelled or refused leaves the other factors, and a refused one signs something new', async () => {
  const get = aBrowserWithPasskeys()
  const allowCredentials = [{ type: 'public-key' as const, id: 'AAAA', transports: [] }]
  const required = (challenge: string) => ({
    app: false,
    passkey: { challenge, rpId: 'localhost', allowCredentials, userVerification: 'required' as const, timeout: 1 },
  })
  const server = aServer().answer(logIn, { detail: '', second_factor: required('AAAA') })
  showPage('/ui/home')
  await logInAs('ada')
  const button = await screen.findByRole('button', { name: 'Use a passkey' })
  expect(button).toHaveFocus()
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('One of your recovery codes.')
  get.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await userEvent.click(button)
  expect(await screen.findByText('No passkey was used: it was cancelled, or took too long.')).toBeVisible()
  expect(server.callsOf(logIn)).toHaveLength(1)

  server.refuse(logIn, 'invalid_input', { fields: { passkey: 'Not accepted' } })
  await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(await screen.findByText(/^The passkey was not accepted/)).toBeVisible()
  // The refused one, and the request for a new challenge.
  expect(server.callsOf(logIn)).toHaveLength(3)
  server.answer(logIn, { detail: '' }).answer(sessionActive, sessionOf(aMember('ops')))
  await userEvent.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(await screen.findByRole('button', { name: /Welcome/ })).toBeVisible()
  const known = { username: 'ada', password: 'secret' }
  const passkey = { credential_id: 'AAAA', client_data: 'AQ', authenticator_data: 'AQ', signature: 'AQ' }
  const [first, refused, again, accepted] = server.callsOf(logIn).map(({ body }) => body)
  expect([first, again]).toEqual([known, known])
  expect([refused, accepted]).toEqual([
    { ...known, passkey },
    { ...known, passkey },
  ])
})

test('a double click logs in once', async () => {
  const server = aServer().answer(logIn, { detail: '' })
  showPage('/ui/home')
  await userEvent.type(await screen.findByLabelText('Username'), 'ada')
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  const button = screen.getByRole('button', { name: 'Log in' })
  act(() => {
    button.click()
    button.click()
  })
  expect(await screen.findByText(/this browser does not keep the cookie/)).toBeVisible()
  expect(server.callsOf(logIn)).toHaveLength(1)
})

test('who needs a second factor sets one up before the console opens', async () => {
  const session = { ...sessionOf(aMember('ops')), needs_second_factor: true as const }
  const server = aServer()
    .answer(logIn, { detail: '' })
    .answer(beginAuthenticatorApp, { secret: 'ABCDEFGH', address: 'otpauth://totp/x?secret=ABCDEFGH' })
    .answer(confirmAuthenticatorApp, { recovery_codes: ['AAAA-BBBB-CCCC-DDDD'] })
  showPage('/ui/metricprofiles')
  await screen.findByLabelText('Username')
  server.answer(sessionActive, session)
  await logInAs('ada')
  expect(await screen.findByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible()
  expect(screen.queryByRole('navigation')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
  await userEvent.type(await screen.findByLabelText('Code'), '222222{Enter}')
  server.answer(sessionActive, sessionOf(aMember('ops'))).answer(api.list, [])
  await userEvent.click(await screen.findByRole('button', { name: 'I have stored them' }))
  expect(await screen.findByText('No metric profiles')).toBeVisible()
})

test('a browser without passkeys says so, and accepts a recovery code', async () => {
  const passkey = {
    challenge: 'AAAA',
    rpId: 'x',
    allowCredentials: [],
    userVerification: 'required' as const,
    timeout: 1,
  }
  aServer().answer(logIn, { detail: '', second_factor: { app: false, passkey } })
  showPage('/ui/home')
  await logInAs('ada')
  expect(await screen.findByText(/This browser cannot use your passkeys here/)).toBeVisible()
  expect(screen.getByLabelText('Code')).toHaveFocus()
})

test('each identity provider has a button', async () => {
  const sign_on = [
    { text: 'Log in with Campus', path: '/sign-on/3' },
    { text: 'Log in with Partners', path: '/sign-on/7' },
  ]
  aServer().answer(configOptions, { result: { ...options, sign_on } })
  showPage('/ui/metricprofiles')
  expect(await screen.findByRole('link', { name: 'Log in with Campus' })).toHaveAttribute('href', '/sign-on/3')
  expect(screen.getByRole('link', { name: 'Log in with Partners' })).toHaveAttribute('href', '/sign-on/7')
})

test.each(signOnFailures)(
  'a failed single sign-on is explained, and keeps the requested address: %s',
  async (failure) => {
    localStorage.setItem('quatrain.way-back', JSON.stringify('/ui/reports'))
    aServer()
    showPage(`/ui/login?sign_on=${failure}&request=abc-1`)
    expect(await screen.findByRole('alert')).toHaveTextContent(/^[A-Z].*\. Request: abc-1$/)
    expect(localStorage.getItem('quatrain.way-back')).toContain('/ui/reports')
  },
)

test('the address cannot put other texts on the login page', async () => {
  aServer()
  showPage('/ui/login?sign_on=constructor&request=abc-1')
  await screen.findByLabelText('Username')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an unknown host says so', async () => {
  aServer().refuse(isTenantSchema, 'not_found')
  showPage('/ui/home')
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(screen.getByText('Cannot obtain schema')).toBeVisible()
})

test('an expired session leads to the login page at the same address', async () => {
  aServer(aMember('ops')).refuse(api.list, 'not_authenticated')
  showPage('/ui/metricprofiles')
  expect(await screen.findByText(/Your session has ended/)).toBeVisible()
  expect(window.location.pathname).toBe('/ui/metricprofiles')
})

test('logging out requires confirmation', async () => {
  const server = aServer(aMember()).answer(logOut, { detail: '' })
  showPage('/ui/about')
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }))
  const dialog = screen.getByRole('dialog', { name: 'Log out' })
  expect(within(dialog).getByText('Are you sure you want to log out?')).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Stay' })).toHaveFocus()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Log out' }))

  expect(await screen.findByLabelText('Username')).toBeVisible()
  await waitFor(() => expect(window.location.pathname).toBe('/ui/login'))
  expect(server.callsOf(logOut)).toHaveLength(1)
})

test('logging out leaves no answers in memory', () => {
  const client = createQueryClient(() => {})
  client.setQueryData(['metricprofile', 'list'], [{ name: 'CORE' }])
  endSession(client, true)
  expect(client.getQueryData(['metricprofile', 'list'])).toBeUndefined()
})
