import { type ListView, readListViews, removeListView, saveListView } from '@quatrain/contract/console/list-views.ts'
import type { CallOf } from '@quatrain/contract/kit/endpoint.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aProfile, api, aServerOf, rowOf } from '#test/profiles.ts'
import { showPage } from '#test/render-page.tsx'

const at = '/ui/metricprofiles'

let server: ReturnType<typeof aServerOf>

beforeEach(() => {
  server = aServerOf(aProfile()).answer(
    api.list,
    ['CORE', 'EDGE'].map((name) => rowOf(aProfile({ name }))),
  )
})

/** The server keeps views, as those of other windows too. */
function viewsAt(server: ReturnType<typeof aServerOf>, views: ListView[]) {
  server
    .answerBy(readListViews, () => [...views])
    .answerBy(saveListView, ({ body }) => {
      const { former_name, ...view } = body as CallOf<typeof saveListView>['body']
      const index = views.findIndex(({ name }) => name === (former_name ?? view.name))
      const stored = { ...view, id: views[index]?.id ?? views.length + 1 }
      views.splice(index < 0 ? views.length : index, 1, stored)
      return stored
    })
    .answerBy(removeListView, ({ path }) => {
      views.splice(
        views.findIndex(({ id }) => path.endsWith(`/${id}`)),
        1,
      )
      return {}
    })
}

const headings = () => screen.getAllByRole('columnheader').map((heading) => heading.textContent)
const search = () => decodeURIComponent(window.location.search)

async function openMenu(name: string) {
  await screen.findByRole('link', { name: 'CORE' })
  await userEvent.click(screen.getByRole('button', { name }))
  return within(await screen.findByRole('region', { name }))
}

test('columns are hidden and moved with the keyboard, in the address and for the next time', async () => {
  const { unmount } = showPage(at)
  const menu = await openMenu('Columns')
  expect(headings()).toEqual(['#', 'Name', 'Description', 'Group', 'Pairs'])
  expect(menu.getByRole('checkbox', { name: 'Name' })).toBeDisabled()
  menu.getByRole('checkbox', { name: 'Description' }).focus()
  await userEvent.keyboard(' ')
  await waitFor(() => expect(headings()).toEqual(['#', 'Name', 'Group', 'Pairs']))
  menu.getByRole('button', { name: 'Move Group up' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(headings()).toEqual(['#', 'Group', 'Name', 'Pairs']))
  expect(menu.getByRole('button', { name: 'Move Group up' })).toHaveFocus()
  // There is nothing above it.
  await userEvent.keyboard('{Enter}')
  expect(search()).toBe('?columns=groupname,name,pairs')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus()
  unmount()
  showPage(at)
  const nextMenu = await openMenu('Columns')
  expect(headings()).toEqual(['#', 'Group', 'Name', 'Pairs'])
  await userEvent.click(nextMenu.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(headings()).toEqual(['#', 'Name', 'Description', 'Group', 'Pairs']))
  expect(search()).toBe('')
})

test('an address shows its columns, those that name the rows and those that filter', async () => {
  showPage(`${at}?columns=groupname,nothing,groupname,__proto__&description=`)
  await screen.findByRole('link', { name: 'CORE' })
  expect(headings()).toEqual(['#', 'Name', 'Group'])
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  expect(await screen.findByRole('checkbox', { name: 'Description' })).not.toBeChecked()
})

test('a column that filters cannot be hidden', async () => {
  showPage(`${at}?columns=name&groupname=ops`)
  const menu = await openMenu('Columns')
  expect(headings()).toEqual(['#', 'Name', 'Group'])
  expect(menu.getByRole('checkbox', { name: 'Group' })).toBeDisabled()
})

test('the number of rows follows the height of the window until another is chosen', async () => {
  const resize = (height: number) => {
    Object.defineProperty(window, 'innerHeight', { configurable: true, value: height })
    act(() => void window.dispatchEvent(new Event('resize')))
  }
  const usualHeight = window.innerHeight
  try {
    showPage(at)
    await screen.findByRole('link', { name: 'CORE' })
    const size = screen.getByRole('combobox', { name: 'Rows on a page' })
    expect(size).toHaveDisplayValue('10 metric profiles, by the window')
    resize(1400)
    await waitFor(() => expect(size).toHaveDisplayValue('20 metric profiles, by the window'))
    await userEvent.selectOptions(size, '5 metric profiles')
    resize(2000)
    expect(size).toHaveDisplayValue('5 metric profiles')
    expect(search()).toBe('?size=5')
    await userEvent.selectOptions(size, '30 metric profiles, by the window')
    expect(search()).toBe('')
  } finally {
    resize(usualHeight)
  }
})

test('a view is saved, opened, renamed, updated and deleted, each with one undo', async () => {
  const views: ListView[] = []
  viewsAt(server, views)
  showPage(`${at}?name=CO`)
  const menu = await openMenu('Views')
  await userEvent.type(menu.getByRole('textbox', { name: 'Save the list as it is now' }), 'Core{Enter}')
  expect(await menu.findByText('Saved Core.')).toBeVisible()
  expect(views).toEqual([{ id: 1, list: 'metricprofiles', name: 'Core', search: '?name=CO', shared: false }])
  await userEvent.click(menu.getByRole('button', { name: 'The whole list' }))
  await waitFor(() => expect(search()).toBe(''))
  await userEvent.click(menu.getByRole('button', { name: 'Core' }))
  await waitFor(() => expect(search()).toBe('?name=CO'))
  expect(menu.getByRole('button', { name: 'Core' })).toHaveAttribute('aria-current', 'true')

  await userEvent.click(menu.getByRole('button', { name: 'Options of Core' }))
  const name = menu.getByRole('textbox', { name: 'Name of Core' })
  await userEvent.clear(name)
  await userEvent.type(name, 'Heart{Enter}')
  expect(await menu.findByRole('button', { name: 'Heart' })).toBeVisible()
  await userEvent.click(menu.getByRole('button', { name: 'Undo' }))
  expect(await menu.findByRole('button', { name: 'Core' })).toBeVisible()

  await userEvent.click(menu.getByRole('button', { name: 'The whole list' }))
  await userEvent.click(menu.getByRole('button', { name: 'Options of Core' }))
  await userEvent.click(menu.getByRole('button', { name: 'Update to the list as it is now' }))
  expect(await menu.findByText('Updated Core.')).toBeVisible()
  expect(views[0]?.search).toBe('')
  await userEvent.click(menu.getByRole('button', { name: 'Undo' }))
  await menu.findByText('Core is as it was.')
  expect(views[0]?.search).toBe('?name=CO')

  await userEvent.click(menu.getByRole('button', { name: 'Options of Core' }))
  await userEvent.click(menu.getByRole('button', { name: 'Delete view' }))
  await waitFor(() => expect(menu.queryByRole('button', { name: 'Core' })).not.toBeInTheDocument())
  await userEvent.click(menu.getByRole('button', { name: 'Undo' }))
  expect(await menu.findByRole('button', { name: 'Core' })).toBeVisible()
})

test('a list opens with the view that the user has chosen, and can be shown whole', async () => {
  viewsAt(server, [{ id: 1, list: 'metricprofiles', name: 'Core', search: '?name=CO&columns=name', shared: true }])
  const { unmount } = showPage(at)
  const menu = await openMenu('Views')
  await userEvent.click(await menu.findByRole('button', { name: 'Options of Core' }))
  expect(menu.queryByRole('button', { name: 'Delete view' })).not.toBeInTheDocument()
  await userEvent.click(menu.getByRole('checkbox', { name: 'The list opens with it in this browser' }))
  expect(menu.getByText('opens first')).toBeVisible()
  unmount()
  window.history.replaceState(null, '', at)
  showPage(at)
  await screen.findByRole('link', { name: 'CORE' })
  expect(screen.queryByRole('link', { name: 'EDGE' })).not.toBeInTheDocument()
  expect(headings()).toEqual(['#', 'Name'])
  await waitFor(() => expect(search()).toBe('?name=CO&columns=name'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByRole('link', { name: 'EDGE' })).toBeVisible()
})

test('a view that another window has deleted is not renamed, and the menu says why', async () => {
  const views = [{ id: 1, list: 'metricprofiles', name: 'Core', search: '?name=CO', shared: false }]
  viewsAt(server, views)
  showPage(at)
  const menu = await openMenu('Views')
  await userEvent.click(await menu.findByRole('button', { name: 'Options of Core' }))
  views.splice(0)
  server.answerBy(saveListView, () => undefined)
  await userEvent.type(menu.getByRole('textbox', { name: 'Name of Core' }), '2{Enter}')
  expect(await menu.findByText('Refused: not_found.')).toBeVisible()
  expect(menu.queryByRole('button', { name: 'Core' })).not.toBeInTheDocument()
})
