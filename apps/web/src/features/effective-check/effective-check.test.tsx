import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type EffectiveCheck, effectiveCheck } from '@quatrain/contract/resources/effective-check.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aServer, aSuperuser, showPage } from '#test/render-page.tsx'

const list = '/ui/administration/metricoverrides'
const host = 'a.example.org'

/** A tenant without overrides and metrics, which only suggestions need. */
const aServerWithNothing = () =>
  aServer(aSuperuser()).answer(resourceEndpoints(metricOverrides).list, []).answer(resourceEndpoints(metrics).list, [])

const origin = (kind: EffectiveCheck['command'][number]['origin']['kind'], name = '') => ({ kind, name })
const aCheck: EffectiveCheck = {
  metric: 'web.http',
  host,
  mtype: 'Active',
  parent: '',
  command: [
    {
      kind: 'executable',
      name: 'executable',
      option: '',
      value: '$USER1$/check_http',
      origin: origin('template'),
      openEnds: ['variable'],
      replaced: [],
    },
    {
      kind: 'attribute',
      name: 'WEB_PORT',
      option: '-p',
      value: '8443',
      origin: origin('override', 'web'),
      openEnds: ['topology'],
      replaced: [{ value: '443', origin: origin('default port') }],
    },
    {
      kind: 'attribute',
      name: 'SSL',
      option: '-S',
      value: 'SSL',
      origin: origin('box'),
      openEnds: ['box'],
      replaced: [],
    },
    {
      kind: 'attribute',
      name: 'NAGIOS_HOST_CERT',
      option: '-C',
      value: '/robot.pem',
      origin: { ...origin('override', 'web'), attribute: 'ROBOT_CERT' },
      openEnds: [],
      replaced: [{ value: '/host.pem', origin: origin('override', 'web') }],
    },
  ],
  leftOut: [
    { name: 'VO', option: '--vo', because: 'parameter', overrides: ['web'], hosts: ['b.example.org'] },
    { name: 'SKIP', option: '--skip', because: 'extension', overrides: ['web'], hosts: [], endpoints: 5, lacking: 2 },
    { name: 'SSL', option: '-S', because: 'no https', overrides: [], hosts: [] },
    { name: 'X', option: '-x', because: 'empty', overrides: ['web'], hosts: [] },
  ],
  config: [{ key: 'interval', value: '5', origin: origin('tenant'), replaced: [] }],
  problems: ['It is in no metric profile, so no box runs it.'],
  services: [`web__${host}`],
}

test('the effective check is one command line, with the origin of every part and the problems', async () => {
  const server = aServerWithNothing().answer(effectiveCheck, aCheck)
  showPage('/ui/metrics/web.http/preview')
  await userEvent.type(await screen.findByLabelText('Host'), host)
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('It is in no metric profile, so no box runs it.')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Command' })).toHaveTextContent(
    '$USER1$/check_http -p 8443 [-S SSL] -C /robot.pem',
  )
  const row = within(screen.getByRole('row', { name: /WEB_PORT/ }))
  expect(row.getByRole('link', { name: 'web' })).toHaveAttribute('href', `${list}/web`)
  expect(row.getByText('443')).toBeVisible()
  expect(row.getByText('Default port')).toBeVisible()
  expect(row.getByText('info_ext_WEB_PORT')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Command' })).toHaveTextContent('Underlined with dashes')
  const certificate = within(screen.getByRole('row', { name: /NAGIOS_HOST_CERT/ }))
  expect(certificate.getByText('ROBOT_CERT')).toBeVisible()
  expect(screen.getAllByText(/^Boxes leave/).map(({ textContent }) => textContent)).toEqual([
    'Boxes leave VO (--vo) out on every host, because web sets the parameter --vo of this metric for b.example.org.',
    'Boxes leave SKIP (--skip) out here: 2 of the 5 endpoints whose service types have this metric lack info_ext_SKIP. The value of web has no effect.',
    'Boxes leave SSL (-S) out here, because info_URL of the host does not begin with https:.',
    'Boxes leave X (-x) out, because its value in web is empty.',
  ])
  expect(screen.getByRole('link', { name: `web__${host}` })).toHaveAttribute(
    'href',
    `/ui/metrics/web.http/preview?host=web__${host}`,
  )
  expect(server.callsOf(effectiveCheck).at(-1)?.query).toEqual({ metric: 'web.http', host })
})

test('the effective check asks for a metric, and says if it does not exist', async () => {
  aServerWithNothing().refuse(effectiveCheck, 'not_found', { detail: 'Metric not found.' })
  showPage('/ui/administration/effectiveresult')
  expect(await screen.findByText(/^Choose a metric/)).toBeVisible()
  await userEvent.type(screen.getByLabelText('Metric'), 'never')
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('Metric not found.')).toBeVisible()
})
