import { differenceEndpoints, storeDifferences } from '@quatrain/contract/console/differences.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { goTo } from '#test/go-to.ts'
import { aServer, aSuperuser, showPage } from '#test/render-page.tsx'

type Found = AnswerOf<typeof storeDifferences>[number]

const api = differenceEndpoints(thresholdsProfiles)
const [same, changed, left] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`)

const found = (more: Partial<Found> = {}): Found => ({
  kind: 'thresholdsprofile',
  inConsole: 2,
  inWebApi: 2,
  failure: '',
  differences: [],
  unreadable: [],
  openWrites: [],
  ...more,
})
const documentOf = (thresholds: string) => ({
  name: 'limits',
  groupname: 'operations',
  description: '',
  rules: [{ metric: 'http', thresholds }],
})
const both = { console: documentOf('time=1s;0:5;5:'), webApi: documentOf('time=1s;0:9;9:') }

function aConsoleWith(...kinds: Found[]) {
  const user = aSuperuser()
  return aServer({ ...user, groups: { ...user.groups, thresholdsprofiles: ['network', 'operations'] } }).answer(
    storeDifferences,
    kinds,
  )
}

test('a difference is shown, taken over once its preview is confirmed', async () => {
  const server = aConsoleWith(found({ differences: [{ apiid: changed ?? '', name: 'limits', in: 'both' }] }))
    .answer(api.read, both, '"both-1"')
    .preview(api.adopt, {
      preview: 'preview-1',
      changes: [
        {
          tenant: 'NORDIC',
          kind: 'thresholdsprofile',
          name: 'limits',
          action: 'change',
          before: both.console,
          after: both.webApi,
        },
      ],
      notices: {},
    })
    .answer(api.adopt, {})
  showPage(paths.differences)
  expect(await screen.findByRole('heading', { level: 1, name: 'Differences' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'limits' })).toHaveAttribute(
    'href',
    paths.thresholdsProfiles.details('limits'),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show contents of limits' }))
  expect(await screen.findByText('From the content of the console to that of the Web API:')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Take over from the Web API: limits' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('The console will store the content of the Web API:')).toBeVisible()
  expect(dialog.getAllByText(/0:9;9:/)[0]).toBeVisible()
  server.answer(storeDifferences, [found()])
  await userEvent.click(dialog.getByRole('button', { name: 'Take over from the Web API' }))
  expect(await screen.findByText('No differences: 2 thresholds profiles are the same in both stores.')).toBeVisible()

  expect(await screen.findByText('Thresholds profile limits: taken over from the Web API.')).toBeVisible()
})

test('what only the Web API has needs a group, and what cannot be compared or read is said', async () => {
  aConsoleWith(
    found({
      differences: [{ apiid: left ?? '', name: 'left over', in: 'web-api' }],
      unreadable: [{ id: same ?? '', name: 'odd', problem: 'rules: Must be a list' }],
      openWrites: [
        { name: 'stuck', action: 'change', actor: 'ada', since: '2030-01-01T08:00:00.000Z', reason: 'Not that.' },
      ],
    }),
    found({ kind: 'metricprofile', inWebApi: null, failure: 'The Web API answered 503.' }),
    found({ kind: 'aggregationprofile', inWebApi: 0 }),
  )
  showPage(paths.differences)
  const group = await screen.findByRole('combobox', { name: 'Group of left over' })
  expect(
    within(group)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['network', 'operations'])
  expect(screen.getByRole('button', { name: 'Add to the console: left over' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Delete from the Web API: left over' })).toBeEnabled()
  expect(screen.queryByRole('button', { name: /^Send/ })).not.toBeInTheDocument()
  expect(screen.getByText('rules: Must be a list')).toBeVisible()
  expect(screen.getByText(/The last attempt failed: Not that\./)).toBeVisible()
  expect(screen.getByText(/could not be read, so nothing was compared: The Web API answered 503\./)).toBeVisible()
  expect(screen.getByText(/The Web API has no aggregation profiles at all\./)).toBeVisible()
})

test('before it is sent, an object that the Web API lost says that it gets another id', async () => {
  aConsoleWith(
    found({
      differences: [
        { apiid: left ?? '', name: 'lost', in: 'console' },
        { apiid: changed ?? '', name: 'limits', in: 'both' },
      ],
    }),
  )
  showPage(paths.differences)
  const lost = within((await screen.findByRole('link', { name: 'lost' })).closest('li') ?? document.body)
  expect(lost.getByText(/the Web API assigns another id to it/)).toBeVisible()
  expect(lost.getByRole('button', { name: 'Send to the Web API: lost' })).toBeEnabled()
  expect(screen.getAllByText(/another id/)).toHaveLength(1)
})

test('Back leaves an action that was not confirmed, and Forward offers it again', async () => {
  const profile = { apiid: changed ?? '', name: 'limits', in: 'both' } as const
  const server = aConsoleWith(found({ differences: [profile] }))
    .answer(api.read, both, '"both-1"')
    .preview(api.adopt, { preview: 'preview-1', changes: [], notices: {} })
  showPage('/ui/nothing')
  await screen.findByRole('heading', { level: 1 })
  await goTo(paths.differences)
  const action = { name: 'Take over from the Web API: limits' }
  await userEvent.click(await screen.findByRole('button', action))
  expect(await screen.findByRole('dialog')).toBeVisible()
  await act(async () => window.history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await act(async () => window.history.forward())
  expect(await screen.findByRole('button', action)).toBeEnabled()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(server.callsOf(api.adopt).filter(({ query }) => query.dry_run === undefined)).toEqual([])
})
