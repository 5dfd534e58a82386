import { userGroups } from '@quatrain/contract/catalogue/catalogue.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { groupEndpoints, groups } from '@quatrain/contract/resources/group.ts'
import { blankUser, type User, userPage, users } from '@quatrain/contract/resources/user.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { confirm } from '#test/profiles.ts'
import { aServer, aSuperuser, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(users)
const ofGroups = resourceEndpoints(groups.metrics)
const { available } = groupEndpoints('metrics')
const nothingElse = { preview: 'preview-1', changes: [], notices: {} }

/** Of groups that older versions and the names of tenants have made. */
const oldNames = ['__proto__', 'a / b?c#d&e=f', '100% [x] %41 %2F', `it's "\\"; --`, '\u017c\u00f3\u0142w \u4e2d\u6587']
const usernames = ['-', '...', '__proto__', 'a+b@example.org', 'constructor']
const texts = [`O'Brien "x"; -- \\`, '<b>&amp;</b>', '100% %25', '\u05e2\u05d1\u05e8 \u202e abc', '\u738b \u{1f680}']

const aUser = (username: string, text: string): User => ({
  ...blankUser,
  pk: 4,
  username,
  first_name: text,
  last_name: text,
  email: 'ada@example.org',
  groupsofmetrics: oldNames,
  date_joined: '2029-05-01T08:00:00.000Z',
  last_login: '',
})
const everybody = usernames.map((username, index) => aUser(username, texts[index] ?? ''))
const names = { reports: [], aggregations: [], metricprofiles: [], thresholdsprofiles: [], metrics: oldNames }

const keyOf = (path: string) => decodeURIComponent(path.split('/').at(-1) ?? '')

const aServerOfPeople = () =>
  aServer(aSuperuser())
    .answer(userGroups, { result: names })
    .answer(userPage, { rows: everybody, total: everybody.length })
    .answer(api.list, everybody)
    .answerBy(api.get, ({ path }) => everybody.find(({ username }) => username === keyOf(path)))
    .answer(
      ofGroups.list,
      oldNames.map((name) => ({ name, items: 1, users: 1 })),
    )
    .answerBy(ofGroups.get, ({ path }) =>
      oldNames.includes(keyOf(path)) ? { id: 7, name: keyOf(path), result: [], users: usernames } : undefined,
    )
    .answer(available, { result: [], total: 0 })

test('the list of users shows every name as text, and its links lead to the forms', async () => {
  aServerOfPeople()
  showPage('/ui/administration/users')
  for (const [index, username] of usernames.entries()) {
    const link = await screen.findByRole('link', { name: username })
    expect(link.getAttribute('href')).toBe(`/ui/administration/users/${encodeURIComponent(username)}`)
    const row = link.closest('tr')
    expect(row).not.toBeNull()
    if (row) expect(within(row).getAllByText((_, element) => element?.textContent === texts[index])).not.toEqual([])
  }
})

test.each(usernames.slice(2, 4))('the form of the user %s shows and sends all names unchanged', async (username) => {
  const server = aServerOfPeople().preview(api.change, nothingElse).answer(api.change, aUser(username, ''), '"4"')
  showPage(`/ui/administration/users/${encodeURIComponent(username)}`)
  const text = texts[usernames.indexOf(username)] ?? ''
  expect(await screen.findByLabelText('First name (optional)')).toHaveValue(text)
  for (const name of oldNames) expect(screen.getAllByText(name).at(-1)).toBeVisible()
  await userEvent.click(screen.getByLabelText('Active'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change user')
  expect(await screen.findByText('User successfully changed')).toBeVisible()
  expect(server.callsOf(api.change).at(-1)?.body).toMatchObject({
    username,
    first_name: text,
    last_name: text,
    groupsofmetrics: oldNames,
  })
})

test.each(oldNames)('the group %s is listed, and its form names its users', async (name) => {
  const server = aServerOfPeople()
  showPage('/ui/administration/groupofmetrics')
  await userEvent.click(await screen.findByRole('link', { name }))
  expect(await screen.findByText(usernames.join(', '))).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(name)
  expect(new Set(server.callsOf(ofGroups.get).map(({ path }) => keyOf(path)))).toEqual(new Set([name]))
})
