import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { users } from '@quatrain/contract/resources/user.ts'
import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addObject, aNumber, storedObject } from './src/added-objects.ts'
import { aMetricTemplate } from './src/metric-templates.ts'
import { sendRequest } from './src/send-request.ts'
import { sharedSession } from './src/session.ts'
import { dialog, title } from './src/steps.ts'
import { expectProblem, originOf, test } from './src/visits.ts'

// What can happen to a change of several selected objects: Back, other people, and two clicks instead of one.

const nordic = originOf('nordic')

async function aReport(): Promise<string> {
  const stored = await storedObject(nordic, reports, 'Critical')
  if (!stored) throw new Error('NORDIC has no report Critical.')
  const { apiid: _, ...input } = stored
  const body = { ...input, disabled: false, name: `Z-E2E-${aNumber()}` }
  return addObject(nordic, reports, body)
}

async function aUser(): Promise<string> {
  const username = `z-e2e-${aNumber()}`
  const texts = {
    first_name: '',
    last_name: '',
    email: `${username}@example.org`,
    password: `${aNumber()} ${aNumber()}`,
  }
  const { method, path } = resourceEndpoints(users).add
  const { headers } = await sharedSession(nordic, 'admin')
  const body = { username, ...texts, is_superuser: false, is_active: true }
  const { status, body: answer } = await sendRequest(nordic, path, { method, headers, body })
  if (status >= 400) throw new Error(`${username} could not be added: ${JSON.stringify(answer)}`)
  return username
}

function aKey(): Promise<string> {
  const body = { name: `Z-E2E-${aNumber()}`, used_by: 'poem' }
  return addObject(nordic, apiKeys, body)
}

interface Case {
  readonly kind: string
  readonly resource: Resource
  readonly tenant?: string
  /** The list, filtered by a name. */
  readonly list: string
  readonly add: () => Promise<string>
  /** Opens the dialog that confirms the change of the selected objects. */
  readonly ask: (page: Page) => Promise<unknown>
  readonly dialogOf: (count: number) => string
  /** The method and the path of the only write. */
  readonly write: string
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

const cases: readonly Case[] = [
  {
    kind: 'request',
    resource: reports,
    tenant: 'nordic',
    list: '/ui/reports?name=Z-E2E-',
    add: aReport,
    ask: (page) => press(page, 'Disable'),
    dialogOf: (count) => `Disable ${count} ${count === 1 ? 'report' : 'reports'}`,
    write: 'POST changerequests',
  },
  {
    kind: 'endpoint',
    resource: users,
    tenant: 'nordic',
    list: '/ui/administration/users?username=z-e2e-',
    add: aUser,
    ask: (page) => press(page, 'Deactivate'),
    dialogOf: (count) => `Deactivate ${count} ${count === 1 ? 'user' : 'users'}`,
    write: 'POST changeusers',
  },
  {
    kind: 'endpoint',
    resource: apiKeys,
    tenant: 'nordic',
    list: '/ui/administration/apikey?name=Z-E2E-',
    add: aKey,
    async ask(page) {
      await press(page, 'Revoke')
      await page.getByLabel('Type revoke to revoke them').fill('revoke')
    },
    dialogOf: (count) => `Revoke ${count} API ${count === 1 ? 'key' : 'keys'}`,
    write: 'POST revokeapikeys',
  },
  {
    kind: 'request',
    resource: metricTemplates,
    list: '/ui/metrictemplates?name=z.e2e.',
    add: () => aMetricTemplate(),
    async ask(page) {
      await press(page, /^Change \d metric templates?$/)
      await page.getByRole('combobox', { name: 'Tags to add' }).fill('aai')
      await page.getByRole('listbox', { name: 'Tags to add' }).getByRole('option', { name: 'aai', exact: true }).click()
      await press(page, 'Preview changes')
    },
    dialogOf: (count) => `Change ${count} metric ${count === 1 ? 'template' : 'templates'}`,
    write: 'POST changerequests',
  },
]

/** Deletes an object as another person does. */
async function removeByOther(origin: string, resource: Resource, name: string): Promise<void> {
  const { get, remove } = resourceEndpoints(resource)
  const { headers } = await sharedSession(origin, 'admin')
  const readKey = resource === apiKeys ? `poem_${name}` : name
  const { body: record } = await sendRequest(origin, get.path.replace(':key', encodeURIComponent(readKey)), { headers })
  const key = encodeURIComponent(resource === apiKeys ? readKey : keyIn(Object(record), resource.key.remove))
  const conditions = { ...headers, 'if-match': '*' }
  const { status, body } = await sendRequest(origin, remove.path.replace(':key', key), {
    method: remove.method,
    headers: conditions,
  })
  if (status >= 400) throw new Error(`${name} could not be deleted: ${JSON.stringify(body)}`)
}

test.for(oneOfEachKind(cases, ({ kind }) => kind).map((item) => [item.resource.label.many, item] as const))(
  'a change of several %s survives Back, other people and a double click',
  async ([, { resource, tenant, list, add, ask, dialogOf, write }], { open }) => {
    const names = [await add(), await add()]
    const [first = '', second = ''] = names
    const page = await open({ ...(tenant && { tenant }), as: 'admin', at: list })
    const writes: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      const path = url.pathname.replace('/api/v2/internal/', '')
      if (request.method() !== 'GET' && !url.search.includes('dry_run') && !path.endsWith('preview'))
        writes.push(`${request.method()} ${path}`)
    })
    const select = async () => {
      for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
    }
    await page.getByRole('link', { name: 'About Quatrain' }).click()
    await title(page, 'About Quatrain').waitFor()
    await page.goBack()
    await select()
    await ask(page)
    await dialog(page, dialogOf(2)).waitFor()
    await page.goForward()
    await title(page, 'About Quatrain').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(writes).toEqual([])

    await page.goBack()
    await select()
    await ask(page)
    await dialog(page, dialogOf(2)).waitFor()
    await removeByOther(originOf(tenant), resource, first)
    expectProblem(page, / 4\d\d$/)
    await dialog(page, dialogOf(2))
      .getByRole('button', { name: dialogOf(2) })
      .click()
    const alert = page.getByRole('region', { name: 'Messages' }).getByRole('alert')
    await alert.filter({ hasText: first }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The other one is as before, and still selected.
    await page.getByRole('checkbox', { name: `Select ${second}`, exact: true, checked: true }).waitFor()
    const failed = writes.splice(0)
    expect(failed.length).toBeLessThanOrEqual(1)

    // A list in pages does not know who is missing before it asks.
    if (await page.getByText('2 users selected').count()) {
      await ask(page)
      await page.getByText('1 user selected').waitFor()
    }
    await ask(page)
    await dialog(page, dialogOf(1))
      .getByRole('button', { name: dialogOf(1) })
      .dblclick()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText(/ selected$/).waitFor({ state: 'detached' })
    expect(writes.filter((sent) => sent === write)).toHaveLength(1)
  },
)
