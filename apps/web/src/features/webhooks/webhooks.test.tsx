import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import {
  addWebhook,
  listWebhookDeliveries,
  replaceWebhookSecret,
  sendWebhook,
  type Webhook,
  webhooks,
} from '@quatrain/contract/resources/webhook.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { confirm } from '#test/profiles.ts'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(webhooks)
const list = '/ui/administration/webhooks'
const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }

const aWebhook: Webhook = {
  id: 4,
  name: 'tickets',
  address: 'https://hooks.test/quatrain',
  events: ['report.*'],
  has_values: true,
  active: true,
  paused_because: '',
  has_former_secret: false,
}

const paused = {
  ...aWebhook,
  id: 5,
  name: 'chat',
  active: false,
  paused_because: 'The receiver has failed for 24 hours.',
}

const aServerWith = (webhook = aWebhook) =>
  aServer(aSuperuser()).answer(api.list, [aWebhook, paused]).answer(api.get, webhook, '"3"')

test('the list says which of them are paused', async () => {
  aServerWith()
  showPage(list)
  expect(await screen.findByRole('link', { name: 'tickets' })).toHaveAttribute('href', `${list}/tickets`)
  expect(screen.getByRole('cell', { name: 'paused after failures' })).toBeVisible()
})

test('only superusers have these pages', async () => {
  aServer(aMember())
  showPage(`${list}/tickets/messages`)
  expect(await screen.findByText(/Nothing is at this address|not found/i)).toBeVisible()
})

test('the secret of a new one is shown once', async () => {
  const server = aServerWith()
    .preview(addWebhook, nothingElse)
    .answer(addWebhook, { ...aWebhook, secret: 'whsec_new' }, '"1"')
  showPage(`${list}/add`)
  await userEvent.type(await screen.findByLabelText('Name'), 'tickets')
  await userEvent.type(screen.getByLabelText('Address'), 'https://hooks.test/quatrain')
  await userEvent.type(screen.getByRole('combobox', { name: 'Events' }), 'report.explode{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/report.explode is not an event/)).toBeVisible()
  await userEvent.type(screen.getByRole('combobox', { name: 'Events' }), '{Backspace}report.*{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add webhook')
  const dialog = within(await screen.findByRole('dialog', { name: 'Secret of tickets' }))
  expect(dialog.getByText('whsec_new')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('whsec_new')).toBeNull()
  expect(server.callsOf(addWebhook)[0]?.body).toEqual({
    name: 'tickets',
    address: 'https://hooks.test/quatrain',
    events: ['report.*'],
    has_values: true,
    active: true,
  })
})

test('a save that is refused says why', async () => {
  aServerWith().preview(api.change, nothingElse).refuseWrite(api.change, 'in_use', { detail: 'It is in use.' })
  showPage(`${list}/tickets`)
  await userEvent.click(await screen.findByLabelText('Active'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change webhook')
  expect(await screen.findByText('It is in use.')).toBeVisible()
})

test('the page of a paused one says why it was paused, and replaces the secret in two steps', async () => {
  const server = aServerWith({ ...paused, has_former_secret: true }).answer(replaceWebhookSecret, {
    secret: 'whsec_second',
  })
  showPage(`${list}/chat`)
  expect(await screen.findByText(/The receiver has failed for 24 hours/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Replace secret' }))
  await confirm('Replace secret')
  expect(await screen.findByText('whsec_second')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  server.answer(replaceWebhookSecret, { secret: '' })
  await userEvent.click(screen.getByRole('button', { name: 'Drop former secret' }))
  await confirm('Drop former secret')
  expect(await screen.findByText('The former secret signs no more')).toBeVisible()
  expect(server.callsOf(replaceWebhookSecret).map(({ body }) => body)).toEqual([{ step: 'replace' }, { step: 'drop' }])
})

test('messages show every attempt, and are sent again', async () => {
  const id = '6a2f5f0c-3a52-4a43-9d54-5d7f4a0b7d11'
  const attempt = { at: '2030-01-01T08:00:05.000Z', status: 500, milliseconds: 12, answer: 'Not today' }
  const message = { id, event: 'report.change', name: 'CORE', at: '2030-01-01T08:00:00.000Z' }
  const server = aServerWith()
    .answer(listWebhookDeliveries, [
      {
        ...message,
        state: 'waiting',
        due: '2030-01-01T08:00:10.000Z',
        attempts: [attempt, { ...attempt, at: message.at, status: null, answer: 'It hung up' }],
      },
    ])
    .answer(sendWebhook, { id })
  showPage(`${list}/tickets/messages`)
  const row = within((await screen.findByText('CORE')).closest('tr') ?? document.body)
  expect(row.getByText('500')).toBeVisible()
  expect(row.getByText('Not today')).toBeVisible()
  expect(row.getByText('no answer')).toBeVisible()
  expect(row.getByText(/next try/)).toBeVisible()
  await userEvent.click(row.getByRole('button', { name: 'Send report.change of CORE again' }))
  expect(await screen.findByText('It is being sent again')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText('A test is being sent')).toBeVisible()
  expect(server.callsOf(sendWebhook).map(({ body }) => body)).toEqual([{ message: id }, {}])
})
