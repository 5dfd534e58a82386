import { sessionActive } from '@quatrain/contract/accounts/session.ts'
import {
  changeFindingSettings,
  type Finding,
  findingOverview,
  listFindings,
  readFindingSettings,
} from '@quatrain/contract/findings/finding.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aMember, aServer, aSuperuser, sessionOf, showPage } from '#test/render-page.tsx'

const noMetric: Finding = {
  rule: 'thresholds/no-metric',
  kind: 'thresholdsprofile',
  name: 'LIMITS',
  about: 'gone',
  says: 'No metric profile contains gone.',
  field: 'rules',
  severity: 'warning',
  group: 'ops',
  isFixable: true,
  suppressed: null,
}
const retired: Finding = {
  ...noMetric,
  rule: 'metric/eol',
  kind: 'metric',
  name: 'web.http',
  about: '',
  says: 'It is at its end of life.',
  severity: 'error',
  isFixable: false,
  suppressed: { reason: 'Until May', until: '2030-01-01' },
}
const rule = {
  id: noMetric.rule,
  kind: noMetric.kind,
  title: 'Thresholds of a metric in no metric profile',
  follows: 'The rule is never used.',
  advice: 'Remove the rule.',
  severity: 'warning',
  page: 'findings/thresholds.md#no-metric',
} as const
const days = [
  { day: '2026-01-01', error: 2, warning: 1, hint: 0 },
  { day: '2026-01-02', error: 1, warning: 1, hint: 3 },
]

const serverOf = (user: Parameters<typeof aServer>[0], unchecked: string[] = []) =>
  aServer(user)
    .answer(listFindings, { findings: [retired, noMetric], unchecked })
    .answer(findingOverview, { rules: [rule], days })

test('findings say what is wrong, what follows and how to mend it, with their numbers by day', async () => {
  serverOf(aMember(), ['The topology was not looked at: there is none of today.'])
  showPage('/ui/findings')
  const row = within((await screen.findByText(noMetric.says)).closest('tr') as HTMLElement)
  expect(row.getByText('The rule is never used.')).toBeVisible()
  expect(row.getByRole('link', { name: noMetric.rule })).toHaveAttribute(
    'href',
    '/ui/findings/rules?id=thresholds%2Fno-metric',
  )
  expect(row.getByRole('link', { name: 'LIMITS' })).toHaveAttribute('href', '/ui/thresholdsprofiles/LIMITS')
  expect(row.getByRole('link', { name: `Fix LIMITS: ${noMetric.says}` })).toHaveAttribute(
    'href',
    '/ui/thresholdsprofiles/LIMITS?fix=thresholds%2Fno-metric&about=gone',
  )
  expect(screen.getByText(/^The topology was not looked at/)).toBeVisible()
  expect(screen.getByText('Suppressed until 2030-01-01: Until May')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Suppress/ })).not.toBeInTheDocument()
  expect(await screen.findByRole('img', { name: /^On 2026-01-02: 1 error, 1 warning, 3 hints/ })).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by severity' }), 'error')
  expect(await screen.findByText('1 of 2 findings')).toBeVisible()
})

test('a superuser suppresses a finding with a reason; what others have suppressed meanwhile stays', async () => {
  const others = { ...retired, reason: 'Until May', until: '' }
  const stored = {
    severities: [],
    suppressed: [
      { rule: others.rule, kind: others.kind, name: others.name, about: '', reason: 'Until May', until: '' },
    ],
  }
  const server = serverOf(aSuperuser())
    .answer(readFindingSettings, stored, '"one"')
    .answer(changeFindingSettings, stored)
  showPage('/ui/findings')
  await userEvent.click(await screen.findByRole('button', { name: `Suppress LIMITS: ${noMetric.says}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suppress finding' }))
  expect(dialog.getByRole('button', { name: 'Suppress' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('Reason'), 'It returns')
  await userEvent.click(dialog.getByRole('button', { name: 'Suppress' }))
  expect(await screen.findByText('Finding suppressed')).toBeVisible()
  const [call] = server.callsOf(changeFindingSettings)
  expect(call?.headers.get('if-match')).toBe('"one"')
  expect(call?.body).toEqual({
    severities: [],
    suppressed: [
      ...stored.suppressed,
      { rule: noMetric.rule, kind: noMetric.kind, name: 'LIMITS', about: 'gone', reason: 'It returns', until: '' },
    ],
  })
})

test('a superuser suppresses several findings with one reason', async () => {
  const settings = { severities: [], suppressed: [] }
  const server = serverOf(aSuperuser())
    .answer(readFindingSettings, settings, '"one"')
    .answer(changeFindingSettings, settings)
  showPage('/ui/findings')
  await userEvent.click(await screen.findByRole('checkbox', { name: `Select LIMITS: ${noMetric.says}` }))
  await userEvent.click(screen.getByRole('checkbox', { name: `Select web.http: ${retired.says}` }))
  await userEvent.click(screen.getByRole('button', { name: 'Suppress 2 findings' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suppress 2 findings' }))
  await userEvent.type(dialog.getByLabelText('Reason'), 'Known')
  await userEvent.click(dialog.getByRole('button', { name: 'Suppress' }))
  expect(await screen.findByText('2 findings suppressed')).toBeVisible()
  expect(server.callsOf(changeFindingSettings)[0]?.body).toMatchObject({
    suppressed: [
      { name: 'web.http', reason: 'Known' },
      { name: 'LIMITS', reason: 'Known' },
    ],
  })
  expect(screen.queryByRole('button', { name: /^Suppress \d/ })).not.toBeInTheDocument()
})

test('a superuser turns a rule off, and back to its usual severity', async () => {
  const server = serverOf(aSuperuser())
    .answer(readFindingSettings, { severities: [], suppressed: [] }, '"one"')
    .answer(changeFindingSettings, { severities: [], suppressed: [] })
  showPage('/ui/findings/rules')
  const severity = await screen.findByRole('combobox', { name: `Severity of ${rule.id}` })
  await userEvent.selectOptions(severity, 'off')
  expect(await screen.findByText(`${rule.id} is off`)).toBeVisible()
  expect(server.callsOf(changeFindingSettings)[0]?.body).toMatchObject({
    severities: [{ rule: rule.id, severity: 'off' }],
  })
})

test('the navigation has their number, also after a write and as soon as they were counted again', async () => {
  const user = aSuperuser()
  const server = serverOf(user).answer(readFindingSettings, { severities: [], suppressed: [] })
  const counting = (findings: object) =>
    server.answer(sessionActive, { ...sessionOf(user), findings } as AnswerOf<typeof sessionActive>)
  counting({ errors: 1, warnings: 1 })
  server.answer(changeFindingSettings, { severities: [], suppressed: [] })
  showPage('/ui/findings')
  expect(await screen.findByTitle('1 error, 1 warning')).toHaveTextContent('2')
  counting({ errors: 1, warnings: 1, outdated: true })
  const looks = server.callsOf(sessionActive).length
  await userEvent.click(await screen.findByRole('button', { name: /^Show again web.http/ }))
  await waitFor(() => expect(server.callsOf(sessionActive).length).toBeGreaterThan(looks))
  counting({ errors: 2, warnings: 1 })
  expect(await screen.findByTitle('2 errors, 1 warning')).toHaveTextContent('3')
  expect(server.callsOf(sessionActive).length).toBeGreaterThan(looks + 1)
})
