import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { aProfile, api, aServerOf, rowOf } from '#test/profiles.ts'
import { showPage } from '#test/render-page.tsx'

const at = '/ui/metricprofiles'

beforeEach(() => {
  aServerOf(aProfile()).answer(
    api.list,
    ['CORE', 'EDGE'].map((name) => rowOf(aProfile({ name }))),
  )
})

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
