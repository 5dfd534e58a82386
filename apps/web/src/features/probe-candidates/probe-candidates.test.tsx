import { gatewayServiceTypes } from '@quatrain/contract/console/gateway.ts'
import { configOptions } from '@quatrain/contract/console/options.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import {
  type ProbeCandidate,
  probeCandidateStatuses,
  probeCandidates,
} from '@quatrain/contract/resources/probe-candidate.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { confirm } from '#test/profiles.ts'
import { aMember, aServer, aSuperuser, options, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(probeCandidates)
const list = '/ui/administration/probecandidates'

const aCandidate = (changes: Partial<ProbeCandidate> = {}): ProbeCandidate => ({
  id: 4,
  name: 'queue-probe',
  description: 'Checks a queue',
  docurl: 'https://docs.example.org/queue',
  rpm: '',
  yum_baseurl: '',
  script: 'https://code.example.org/queue.py',
  command: 'queue.py -t 30',
  contact: 'dev@example.org',
  status: 'submitted',
  service_type: '',
  devel_url: '',
  production_url: '',
  rejection_reason: '',
  created: '2026-04-01T09:00:00.000Z',
  last_update: '2026-04-03T10:30:00.000Z',
  mailed: ['submitted'],
  ...changes,
})

const type = (name: string, title: string) => ({ date: '2026-07-01', name, title, description: '' })
const types = { status: { code: '200', message: 'Success' }, data: [type('ns.queue', 'Message queue')] }
const info = 'Mail to dev@example.org: [Quatrain] Probe testing. A mail cannot be recalled.'
const willNotify: FakePreview = { preview: 'preview-1', changes: [], notices: { info } }

const serverWith = (candidate = aCandidate(), user = aSuperuser()) =>
  aServer(user)
    .answer(api.list, [candidate])
    .answer(api.get, candidate, '"3"')
    .answer(probeCandidateStatuses, ['deployed', 'processing', 'rejected', 'submitted', 'testing'])
    .answer(gatewayServiceTypes, types)

const field = (label: string | RegExp) => screen.findByLabelText(label)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

async function chooseStatus(status: string) {
  await screen.findByRole('option', { name: status })
  await userEvent.selectOptions(screen.getByLabelText('Status'), status)
}

async function toTesting() {
  await chooseStatus('testing')
  await userEvent.type(await field('Service type'), 'ns.queue')
  await userEvent.type(await field('Devel UI URL'), 'https://devel.example.org/queue')
}

test('candidates are listed with their status, and filtered by it; there is no Add button', async () => {
  serverWith().answer(api.list, [aCandidate(), aCandidate({ id: 5, status: 'deployed' })])
  showPage(list)
  const links = await screen.findAllByRole('link', { name: 'queue-probe' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`${list}/4`, `${list}/5`])
  expect(screen.getByRole('heading', { name: 'Select probe candidate to change' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Add' })).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Filter by status'), 'deployed')
  expect(await screen.findByText('1 of 2 probe candidates')).toBeVisible()
})

test('a status shows its required fields, and not those of others', async () => {
  serverWith()
  showPage(`${list}/4`)
  await chooseStatus('testing')
  expect(
    screen.getByText(/^It needs a service type and the devel UI URL\. Saving notifies dev@example\.org/),
  ).toBeVisible()
  await save()
  expect(await screen.findByText('Service type is required')).toBeVisible()
  expect(screen.getByText('Devel UI URL is required')).toBeVisible()
  await chooseStatus('rejected')
  expect(await field('Reason for rejection')).toBeVisible()
  await chooseStatus('submitted')
  expect(screen.queryByText('Service type is required')).toBeNull()
  expect(screen.queryByText('Devel UI URL is required')).toBeNull()
  await userEvent.type(await field(/^Devel UI URL/), 'http://localhost')
  await save()
  expect(await screen.findByText('Invalid URL')).toBeVisible()
})

test('the dialog names the mail, and the message says that it was sent', async () => {
  const saved = aCandidate({ status: 'testing' })
  const server = serverWith()
    .preview(api.change, willNotify)
    .answer(api.change, { ...saved, info }, '"4"')
  showPage(`${list}/4`)
  await toTesting()
  await save()
  const dialog = await screen.findByRole('dialog', { name: 'Change probe candidate' })
  expect(within(dialog).getByText('Are you sure you want to change probe candidate?')).toBeVisible()
  expect(within(dialog).getByText('queue-probe')).toBeVisible()
  expect(within(dialog).getByText(info)).toBeVisible()
  await confirm('Change probe candidate')
  expect(await screen.findByText('Probe candidate successfully changed')).toBeVisible()
  const { created: _, last_update: __, mailed: ___, ...body } = aCandidate()
  const now = { status: 'testing', service_type: 'ns.queue', devel_url: 'https://devel.example.org/queue' }
  const [call] = server.callsOf(api.change)
  expect(call?.body).toEqual({ ...body, ...now })
  expect(call?.headers.get('if-match')).toBe('"3"')
})

test('a mail that was not sent is reported in a dialog instead of the success', async () => {
  const warning = 'Probe candidate has been successfully modified, but the email was not sent: 550 no.'
  serverWith()
    .preview(api.change, willNotify)
    .answer(api.change, { ...aCandidate(), warning }, '"4"')
  showPage(`${list}/4`)
  await toTesting()
  await save()
  await confirm('Change probe candidate')
  const result = await screen.findByRole('dialog', { name: 'Warning' })
  expect(within(result).getByText(warning)).toBeVisible()
  expect(screen.queryByText('Probe candidate successfully changed')).toBeNull()
})

test('a mail that was not sent is sent again after confirmation', async () => {
  const stored = { status: 'testing', service_type: 'ns.queue', devel_url: 'https://devel.example.org/queue' } as const
  const server = serverWith(aCandidate(stored)).answer(api.change, { ...aCandidate(stored), info }, '"4"')
  showPage(`${list}/4`)
  expect(await screen.findByText(/was not sent; the next save tries again\.$/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send the mail' }))
  const question = () => within(screen.getByRole('dialog', { name: 'Send the mail' }))
  await userEvent.click(question().getByRole('button', { name: 'Do not send it' }))
  expect(server.callsOf(api.change)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send the mail' }))
  await userEvent.click(question().getByRole('button', { name: 'Send the mail' }))
  expect(await screen.findByText(info)).toBeVisible()
  expect(server.callsOf(api.change)[0]?.body).toMatchObject({ id: 4, ...stored })
  expect(await screen.findByRole('heading', { name: 'Select probe candidate to change' })).toBeVisible()
})

test('a refusal of the server is shown at its field', async () => {
  const detail = "Devel URL is mandatory when probe status is 'testing'"
  const fields = { devel_url: 'Devel UI URL is required' }
  serverWith().preview(api.change, willNotify).refuse(api.change, 'invalid_input', { detail, fields })
  showPage(`${list}/4`)
  await toTesting()
  await save()
  expect(await screen.findByText('Devel UI URL is required')).toBeVisible()
  expect(await screen.findByText(detail)).toBeVisible()
})

test('a delete of a candidate cannot be undone', async () => {
  const server = serverWith()
    .preview(api.remove, { ...willNotify, notices: {} })
    .answer(api.remove, {})
  showPage(`${list}/4`)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await confirm('Delete probe candidate')
  expect(await screen.findByText('Probe candidate successfully deleted')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  expect(server.callsOf(api.remove)[0]?.path).toBe('/api/v2/internal/probecandidates/4')
})

test('service types are suggested by their titles if the tenant uses titles, and may be missing', async () => {
  serverWith().answer(configOptions, { result: { ...options, use_service_title: true } })
  showPage(`${list}/4`)
  await userEvent.type(await field(/^Service type/), 'mess')
  await userEvent.click(await screen.findByRole('option', { name: /Message queue/ }))
  expect(await field(/^Service type/)).toHaveValue('Message queue')
})

test('if the Web API is down, the form says so and works', async () => {
  serverWith().refuse(gatewayServiceTypes, 'upstream_failed', { detail: 'No answer.' })
  showPage(`${list}/4`)
  expect(await screen.findByText('The service types could not be loaded: No answer.')).toBeVisible()
  await toTesting()
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
})

test('documentation is a link only if it is an address of a page', async () => {
  serverWith(aCandidate({ docurl: 'javascript:alert(1)' }))
  showPage(`${list}/4`)
  expect(await screen.findByText('javascript:alert(1)')).toBeVisible()
  expect(screen.queryByRole('link', { name: /javascript/ })).toBeNull()
})

test('pages of its history show its name', async () => {
  const version = { id: 1, version: '1', object_repr: 'queue-probe', remark: '', user: '' }
  const submitted = { ...version, comment: 'Submitted by dev@example.org.', date_created: '2026-04-01T09:00:00.000Z' }
  serverWith().versions(probeCandidates, [{ ...submitted, fields: aCandidate() }])
  showPage(`${list}/4/history`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Version history queue-probe' })).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: '1' }))
  expect(await screen.findByText(/^As saved on /)).toBeVisible()
})

test('an earlier version is shown and restored, without revoking mails', async () => {
  const versions = [2, 1].map((number) => ({
    id: number,
    version: String(number),
    object_repr: 'queue-probe',
    remark: '',
    comment: 'Changed status.',
    date_created: '2026-04-01T09:00:00.000Z',
    user: 'admin',
    fields: aCandidate({ status: number === 1 ? 'submitted' : 'testing' }),
  }))
  serverWith(aCandidate({ status: 'testing' })).versions(probeCandidates, versions)
  showPage(`${list}/4/history/1`)
  await userEvent.click(await screen.findByRole('link', { name: 'Restore' }))
  expect(await screen.findByText(/Mails that were sent since are not revoked/)).toBeVisible()
  expect(await field('Status')).toHaveValue('submitted')
})

test('a version of a deleted one says why it is not restored', async () => {
  const versions = [2, 1].map((number) => ({
    id: number,
    version: String(number),
    object_repr: 'queue-probe',
    remark: '',
    comment: '',
    date_created: '2026-04-01T09:00:00.000Z',
    user: 'admin',
    deleted: number === 2,
    fields: aCandidate(),
  }))
  serverWith(aCandidate()).versions(probeCandidates, versions)
  showPage(`${list}/4/history/1`)
  expect(await screen.findByText(/was deleted by admin.*it comes back when it is submitted again\.$/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Restore' })).toBeNull()
})

test('members find no such page', async () => {
  serverWith(aCandidate(), aMember('operations'))
  showPage(list)
  expect(await screen.findByRole('heading', { level: 1, name: /not found/i })).toBeVisible()
})
