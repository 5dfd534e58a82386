import { changeList } from '@quatrain/contract/console/home.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { use } from 'react'
import { createBrowserRouter, RouterProvider, useLocation } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { aProfile, api, aServerOf, rowOf } from '#test/profiles.ts'
import { showPage } from '#test/render-page.tsx'
import { useListState } from './list-address.ts'

const names = Array.from({ length: 40 }, (_, index) => `profile_${index + 1}`)
const change = {
  at: '2026-01-01T00:00:00Z',
  actor: 'ada',
  action: 'change',
  kind: 'metricprofile',
  id: 1,
  request: null,
  remark: '',
} as const
const changes = names.map((name, index) => ({ ...change, name, number: index + 1 }))

/** A list that is sent as a whole, and one that is sent page by page. */
const lists: readonly { readonly kind: string; readonly at: string; readonly box: string; readonly of: Endpoint }[] = [
  { kind: 'whole', at: '/ui/metricprofiles', box: 'Filter by name', of: api.list },
  { kind: 'paged', at: '/ui/changes', box: 'Filter by object', of: changeList },
]

function aServerOfLists() {
  const server = aServerOf(aProfile())
  return server
    .answer(
      api.list,
      names.map((name) => rowOf(aProfile({ name }))),
    )
    .answerBy(changeList, ({ query: { name = '', page = '1', limit = '30' } }) => {
      const found = changes.filter((row) => row.name.includes(name))
      const start = (Number(page) - 1) * Number(limit)
      return { rows: found.slice(start, start + Number(limit)), total: found.length }
    })
}

describe.each(lists)('of a list that is sent $kind', ({ at, box, of }) => {
  const filter = () => screen.findByRole('searchbox', { name: box })
  const isListed = async (name: string) => expect(await screen.findByRole('link', { name })).toBeVisible()

  test('the filter box keeps every letter while the list is reloaded', async () => {
    const server = aServerOfLists()
    showPage(at)
    await isListed('profile_1')
    const input = await filter()
    const text = 'profile_3 and more than anybody types in one go, 0123456789'
    await userEvent.type(input, text.slice(0, 20))
    const release = server.hold(of)
    act(() => void window.dispatchEvent(new Event('focus')))
    await userEvent.type(input, text.slice(20, 40))
    release()
    await userEvent.type(input, text.slice(40))
    expect(input).toHaveValue(text)
    await waitFor(() => expect(new URLSearchParams(window.location.search).get('name')).toBe(text))
    expect(input).toHaveValue(text)
  })

  test('the filter box keeps every letter while the address is updated', async () => {
    aServerOfLists()
    showPage(at)
    await isListed('profile_1')
    const input = await filter()
    // At this speed, the address changes between two letters.
    for (const pause of [245, 255]) {
      await userEvent.setup({ delay: pause }).type(input, 'abc')
    }
    expect(input).toHaveValue('abcabc')
    await waitFor(() => expect(window.location.search).toBe('?name=abcabc'))
    expect(input).toHaveValue('abcabc')
  })

  test('text from an input method is kept as a whole', async () => {
    aServerOfLists()
    showPage(at)
    await isListed('profile_1')
    const input = await filter()
    fireEvent.compositionStart(input)
    for (const data of ['ｋ', 'か', 'かn', 'かな', '仮名']) {
      fireEvent.compositionUpdate(input, { data })
      fireEvent.change(input, { target: { value: data } })
      expect(input).toHaveValue(data)
    }
    fireEvent.compositionEnd(input, { data: '仮名' })
    await waitFor(() => expect(new URLSearchParams(window.location.search).get('name')).toBe('仮名'))
    expect(input).toHaveValue('仮名')
  })

  test('a pending filter does not keep a page from being opened, and Back restores it', async () => {
    aServerOfLists()
    showPage(at)
    await isListed('profile_1')
    await userEvent.type(await filter(), 'profile_4')
    await userEvent.click(screen.getByRole('link', { name: 'profile_4' }))
    // Every profile of this server has one name; the title has the one of the address until it is loaded.
    expect(await screen.findByRole('heading', { level: 1, name: 'Change metric profile CORE' })).toBeVisible()
    expect(window.location.pathname).toBe('/ui/metricprofiles/profile_4')
    expect(window.location.search).toBe('')
    act(() => window.history.back())
    expect(await filter()).toHaveValue('profile_4')
    expect(window.location.search).toBe('?name=profile_4')
  })

  test('a pending filter is not set in the list that is opened next', async () => {
    aServerOfLists()
    showPage(at)
    await isListed('profile_1')
    await userEvent.type(await filter(), 'profile_4')
    const other = lists.find((list) => list.at !== at)
    act(() => {
      window.history.pushState({ usr: null, key: 'other', idx: 1 }, '', other?.at)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    const input = await screen.findByRole('searchbox', { name: other?.box ?? '' })
    await userEvent.setup({ delay: 300 }).type(input, 'e')
    expect(input).toHaveValue('e')
    await waitFor(() => expect(window.location.search).toBe('?name=e'))
  })

  test('a pending filter is not written after the end of the console, such as a logout', async () => {
    aServerOfLists()
    const { unmount } = showPage(at)
    await isListed('profile_1')
    const input = await filter()
    vi.useFakeTimers()
    try {
      fireEvent.change(input, { target: { value: 'profile_4' } })
      unmount()
      window.history.replaceState(null, '', '/ui/public_home')
      await vi.runAllTimersAsync()
    } finally {
      vi.useRealTimers()
    }
    expect(window.location.pathname + window.location.search).toBe('/ui/public_home')
  })

  test('an address shows its page', async () => {
    aServerOfLists()
    showPage(`${at}?page=2&size=30`)
    await isListed('profile_40')
    expect(screen.queryByRole('link', { name: 'profile_1' })).not.toBeInTheDocument()
  })
})

/** Suspends at `?name=ab`, until this is resolved: as a slow machine, which has not rendered a page to the end. */
const renderedToTheEnd = Promise.withResolvers<void>()
const renderedAt: string[] = []

function SlowRows() {
  const { search } = useLocation()
  renderedAt.push(search)
  if (search === '?name=ab') use(renderedToTheEnd.promise)
  return null
}

function SlowList() {
  const [{ filters }, change] = useListState([{ id: 'name', filter: { kind: 'text', texts: () => [] } }], 30, 30)
  return (
    <>
      <input
        value={filters.name ?? ''}
        onChange={(event) => change({ filters: { name: event.currentTarget.value } }, true)}
      />
      <SlowRows />
    </>
  )
}

test('a letter that is typed while the page is rendered at its new address is kept', async () => {
  window.history.replaceState(null, '', '/ui/metricprofiles')
  const router = createBrowserRouter([{ path: '*', element: <SlowList /> }])
  render(<RouterProvider router={router} />)
  const input = screen.getByRole('textbox')
  await userEvent.type(input, 'ab')
  await waitFor(() => expect(renderedAt).toContain('?name=ab'))
  await userEvent.type(input, 'c')
  expect(input).toHaveValue('abc')
  await act(async () => renderedToTheEnd.resolve())
  await waitFor(() => expect(window.location.search).toBe('?name=abc'))
  expect(input).toHaveValue('abc')
  router.dispose()
})
