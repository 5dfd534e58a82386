import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { serverDatabases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { startLossyLink } from './src/lossy-link.ts'
import { aName, pathOf, storedProfile } from './src/metric-profiles.ts'
import { aDevice } from './src/passkey-device.ts'
import { takePictures } from './src/pictures.ts'
import { type Program, runCommand, type Settings, startProgram } from './src/programs.ts'
import { ageLogins, loginQuestion } from './src/reauthentication.ts'
import { sendRequest } from './src/send-request.ts'
import { startSession } from './src/session.ts'
import { agree, dialog, logIn, message, save, title } from './src/steps.ts'
import { expectProblem, test } from './src/visits.ts'

const password = 'a password of an operator'
const tenant = 'ORCHARD'

/** The output of the command; throws if it fails. */
async function command(settings: Settings, words: readonly string[], input = ''): Promise<string> {
  const { code, out, error } = await runCommand(words, settings, input)
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${out}${error}`)
  return out.trim()
}

describe.each(serverDatabases)('in production, on $name', ({ open: openDatabase }) => {
  let databases: TestDatabase[]
  let console: { readonly settings: Settings; readonly origin: string }
  let webApi: { readonly settings: Settings; readonly url: string; readonly token: string }
  let running: { console: Program; webApi: Program }

  const quatrain = (words: string, input?: string) =>
    command(console.settings, ['npm', 'run', '--silent', 'quatrain', '--', ...words.split(' ')], input)
  const superOrigin = () => console.origin.replace(`${tenant.toLowerCase()}.`, '')
  const startWebApi = () => startProgram('apps/webapi/src/main.ts', webApi.settings, /Server listening/)
  const startConsole = (settings: Settings = {}) =>
    startProgram('apps/server/src/main.ts', { ...console.settings, ...settings }, /Server listening/)

  // The steps of the documentation.
  beforeAll(async () => {
    databases = [await openDatabase(), await openDatabase()]
    const [ofConsole = '', ofWebApi = ''] = databases.map(({ url }) => url)
    const [port, webApiPort] = [String(await freePort()), String(await freePort())]
    const url = `http://localhost:${webApiPort}`
    webApi = {
      url,
      token: '',
      settings: {
        QUATRAIN_WEBAPI_DATABASE_URL: ofWebApi,
        QUATRAIN_WEBAPI_PORT: webApiPort,
        QUATRAIN_WEBAPI_HOST: 'localhost',
      },
    }
    console = {
      origin: `http://${tenant.toLowerCase()}.localhost:${port}`,
      settings: {
        QUATRAIN_DATABASE_URL: ofConsole,
        QUATRAIN_SECRET: 'a secret of thirty-two characters',
        QUATRAIN_WEBAPI_URL: url,
        QUATRAIN_HOST: 'localhost',
        QUATRAIN_PORT: port,
        QUATRAIN_TLS: 'off',
      },
    }
    const ofService = (words: string) =>
      command(webApi.settings, [process.execPath, 'apps/webapi/src/cli.ts', ...words.split(' ')])
    await ofService('migrate')
    await ofService(`tenant create ${tenant}`)
    webApi = { ...webApi, token: await ofService(`key create ${tenant} console editor`) }

    await quatrain('migrate')
    await quatrain('tenant create --name all --hostname localhost')
    await quatrain('superuser create --tenant all --username chief --password-stdin', password)
    await quatrain('tenant create --name GROVE')
    expect(await quatrain(`tenant create --name ${tenant}`)).toContain(`Tenant ${tenant} created at orchard.localhost.`)
    await quatrain(`superuser create --tenant ${tenant} --username root --password-stdin`, password)
    await quatrain(`token create --tenant ${tenant} --kind webapi --name WEB-API-${tenant} --token ${webApi.token}`)
    running = { webApi: await startWebApi(), console: await startConsole() }
  })
  afterAll(async () => {
    const endings = [await running.console.end('SIGTERM'), await running.webApi.end('SIGTERM')]
    for (const database of databases) await database.close()
    expect(endings).toEqual([0, 0])
  })

  test('saving requires the Web API, reading does not; unsaved input is saved once it is available again', async ({
    open,
  }) => {
    const [before, during] = [aName(), aName()]
    const { origin } = console
    const page = await open({ origin, at: '/ui/' })
    await logIn(page, 'root', password)
    await title(page, 'Administration').waitFor()
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Metric profiles' }).click()
    await page.getByText('No metric profiles', { exact: true }).waitFor()

    const add = async (name: string) => {
      await page.getByRole('link', { name: 'Add' }).first().click()
      await page.getByLabel('Metric profile name').fill(name)
      await page.getByLabel('Group').selectOption(tenant)
      await save(page)
      await agree(page, 'Add metric profile')
    }
    await add(before)
    await message(page, 'Metric profile successfully added').waitFor()
    await page.getByRole('link', { name: before }).waitFor()

    expect(await running.webApi.end('SIGTERM')).toBe(0)
    expectProblem(page, / 502$/)
    await add(during)
    await message(page, 'Web API error').waitFor()
    expect(await page.getByLabel('Metric profile name').inputValue()).toBe(during)
    expect(await storedProfile(during, origin)).toBeUndefined()

    const tab = await page.context().newPage()
    await tab.goto(origin + pathOf(before))
    const failure = tab.getByRole('status').filter({ hasText: 'The service types could not be loaded' })
    await tab.getByLabel('Service 1').fill('anything')
    await failure.getByText('The Web API cannot be reached.').waitFor()

    const reader = await open({ origin, at: '/ui/public_metricprofiles' })
    await reader.getByRole('link', { name: before }).click()
    await title(reader, `Metric profile details ${before}`).waitFor()

    running.webApi = await startWebApi()
    await failure.getByRole('button', { name: 'Try again' }).click()
    await tab.getByText('This tenant has no service types yet').waitFor()
    expect(await tab.getByLabel('Service 1').inputValue()).toBe('anything')
    await tab.close()
    await save(page)
    await agree(page, 'Add metric profile')
    await message(page, 'Metric profile successfully added').waitFor()
    expect(await storedProfile(during, origin)).toMatchObject({ groupname: tenant })

    const headers = { accept: 'application/json', [apiKeyHeader]: webApi.token }
    const { body } = await sendRequest(webApi.url, '/api/v2/metric_profiles', { headers })
    expect(body).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ name: during })]) })
    await page.goto(origin + pathOf(during))
    await title(page, `Change metric profile ${during}`).waitFor()
  })

  test.runIf(isFullRun)('a save that kill -9 interrupted can be repeated', async () => {
    const link = await startLossyLink(webApi.url, 'POST')
    onTestFinished(() => link.close())
    expect(await running.console.end('SIGTERM')).toBe(0)
    running.console = await startConsole({ QUATRAIN_WEBAPI_URL: link.url })
    const { headers } = await startSession(console.origin, 'root', password)
    const body = { name: aName(), groupname: tenant, description: '', services: [] }
    const save = () => sendRequest(console.origin, '/api/v2/internal/metricprofiles', { method: 'POST', headers, body })

    const cutOff = Promise.allSettled([save()])
    await link.lost
    expect(await running.console.end('SIGKILL')).toBe('SIGKILL')
    const killed = performance.now()
    expect(await cutOff).toMatchObject([{ status: 'rejected' }])
    running.console = await startConsole()
    const started = performance.now()
    // The Web API has stored it and the database has not, so its name is taken until recovery has run.
    expect((await save()).status).toBe(409)
    await expect.poll(async () => (await save()).status, { timeout: 60_000, interval: 100 }).toBe(201)
    const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)
    process.stdout.write(
      `Saved ${seconds(killed)} s after kill -9, ${seconds(started)} s after the console listened.\n`,
    )
    expect(await storedProfile(body.name, console.origin)).toMatchObject({ groupname: tenant })
  })

  test('a login of long ago is proved again: nothing that was typed is lost, and the write succeeds', async ({
    open,
  }) => {
    const [database] = databases
    if (!database) throw new Error('The console has no database.')
    // This user has a passkey afterwards, which every later login needs.
    await quatrain('superuser create --tenant all --username steward --password-stdin', password)
    const page = await open({ origin: superOrigin(), at: '/ui/administration/identityproviders/add' })
    await logIn(page, 'steward', password)
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await field('Tenant').selectOption('GROVE')
    await field('Name').fill('Campus')
    await field('Issuer').fill('https://login.example.org')
    await field('Client ID').fill('console')
    await save(page)
    await agree(page, 'Add identity provider')
    await message(page, 'Identity provider successfully added').waitFor()

    await page.getByRole('link', { name: 'Campus', exact: true }).click()
    await title(page, 'Change identity provider GROVE: Campus').waitFor()
    const typed = {
      Name: 'University',
      'Text of the button (optional)': 'Log in at the university',
      Issuer: 'https://login.example.org/university',
      'Client ID': 'quatrain',
      'Scopes (optional)': 'openid email',
      'Client secret (optional)': 'the secret of the client',
      'Username (optional)': 'uid',
      'Full name (optional)': 'cn',
      'First name (optional)': 'given',
      'Last name (optional)': 'family',
      'E-mail address (optional)': 'mail',
      'Groups (optional)': 'groups',
    }
    const shown = async () =>
      Object.fromEntries(
        await Promise.all(Object.keys(typed).map(async (label) => [label, await field(label).inputValue()] as const)),
      )
    for (const [label, value] of Object.entries(typed)) await field(label).fill(value)
    await field('Offer on the login page').check()
    await ageLogins(database, page)
    await save(page)
    const question = await loginQuestion(page, password, 'reauthentication-provider')
    await question.waitFor({ state: 'hidden' })
    expect(await shown()).toEqual(typed)
    expect(await field('Offer on the login page').isChecked()).toBe(true)
    await agree(page, 'Change identity provider')
    await message(page, 'Identity provider successfully changed').waitFor()
    await page.getByRole('link', { name: 'University', exact: true }).click()
    await title(page, 'Change identity provider GROVE: University').waitFor()
    expect(await shown()).toEqual({ ...typed, 'Client secret (optional)': '' })
    expect(await field('Offer on the login page').isChecked()).toBe(true)

    await page.goto(`${superOrigin()}/ui/profile`)
    await aDevice(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog(page, 'Add a passkey').getByLabel('Name').fill('Laptop')
    await page.keyboard.press('Enter')
    await dialog(page, 'Recovery codes').getByRole('button', { name: 'I have stored them' }).click()

    await page.goto(`${superOrigin()}/ui/tenants/GROVE`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const deletion = dialog(page, 'Delete tenant')
    await deletion.getByLabel('Type GROVE to delete it').fill('GROVE')
    await ageLogins(database, page)
    await deletion.getByRole('button', { name: 'Delete tenant', exact: true }).click()
    const withPasskey = await loginQuestion(page, password, 'reauthentication')
    await withPasskey.getByRole('button', { name: 'Use a passkey' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await takePictures(page, 'reauthentication-passkey')
    await withPasskey.getByRole('button', { name: 'Use a passkey' }).click()
    await message(page, 'Tenant successfully deleted').waitFor()
    expect(await quatrain('tenant list')).not.toContain('GROVE')
  })

  // The question is that of the test above.
  test.runIf(isFullRun)(
    'a new key and the token of one ask for a login of long ago again; home names a key that expires soon',
    async ({ open }) => {
      const [database] = databases
      if (!database) throw new Error('The console has no database.')
      await quatrain(`token create --tenant ${tenant} --kind poem --name box --token of-the-box`)
      const page = await open({ origin: console.origin, at: '/ui/administration/apikey/box' })
      await logIn(page, 'root', password)
      const reveal = page.getByRole('button', { name: 'Reveal token' })
      await reveal.waitFor()
      await ageLogins(database, page)
      await reveal.click()
      await (await loginQuestion(page, password, 'reauthentication-token')).waitFor({ state: 'hidden' })
      await page.getByText('of-the-box', { exact: true }).waitFor()

      await page.goto(`${console.origin}/ui/profile`)
      await page.getByRole('button', { name: 'Add key' }).click()
      const form = dialog(page, 'Add key')
      await form.getByLabel('Name', { exact: true }).fill('nightly')
      const soon = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 16)
      await form.getByRole('textbox', { name: 'Expires (optional)' }).fill(soon)
      await ageLogins(database, page)
      await form.getByRole('button', { name: 'Add key' }).click()
      await (await loginQuestion(page, password, 'reauthentication-key')).waitFor({ state: 'hidden' })
      const shown = dialog(page, 'Token of nightly')
      await shown.getByText(/^quk_/).waitFor()
      await shown.getByRole('button', { name: 'I have stored it' }).click()

      // Nobody has published operations profiles.
      expectProblem(page, /operations_profiles 502/)
      await page.goto(`${console.origin}/ui/home`)
      const warning = page.getByRole('link', { name: 'Your keys that expire soon or have expired' })
      await warning.waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await takePictures(page, 'home-with-expiring-key')
      await warning.click()
      await page.getByRole('row', { name: /nightly/ }).waitFor()
    },
  )

  // The login page, the cards and the deletion are also those of the test above.
  test.runIf(isFullRun)(
    'a tenant that an operator adds has a card, and is deleted after its whole name is typed',
    async ({ open }) => {
      await quatrain('tenant create --name MEADOW')
      expect(await quatrain('tenant list')).toContain('MEADOW')
      const page = await open({ origin: superOrigin(), at: '/ui/' })
      await logIn(page, 'chief', password)
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Tenants' }).click()
      await page.getByRole('link', { name: 'MEADOW', exact: true }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      const question = dialog(page, 'Delete tenant')
      await question.getByLabel('Type MEADOW to delete it').fill('MEADOW')
      await question.getByRole('button', { name: 'Delete tenant', exact: true }).click()
      await message(page, 'Tenant successfully deleted').waitFor()
      await title(page, 'Select tenant for details').waitFor()
      await page.getByRole('link', { name: tenant, exact: true }).waitFor()
      expect(await page.getByRole('link', { name: 'MEADOW', exact: true }).count()).toBe(0)
      expect(await quatrain('tenant list')).not.toContain('MEADOW')
      const { status } = await sendRequest(
        console.origin.replace('orchard', 'meadow'),
        '/api/v2/internal/istenantschema',
      )
      expect(status).toBe(404)

      // The command line refuses what the screen refuses.
      expect(await quatrain('tenant create --name HEATH')).toContain('HEATH')
      await quatrain('tenant delete --name HEATH --yes --without-export')
      expect(await quatrain('tenant list')).not.toContain('HEATH')
    },
  )
})
