import { inheritedName, watchInheritedLookups } from '@quatrain/contract/testing/inherited-lookups.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pagesOfEachKind } from '#test/all-pages.ts'
import { aNamedServer } from '#test/named-server.ts'
import { showPage } from '#test/render-page.tsx'

const names = [inheritedName, '__proto__', 'constructor', 'toString'] as const

/** Pages that show nothing from the server. */
const texts = /\/(\w*documentation|about|cookiepolicies|login|administration|change_password)$|\/public_home$/
/** Pages that show names only after their form is filled in. */
const asking = /\/(add|preview|effectiveresult)$/

const inheritedLookups = watchInheritedLookups()

const all = <E extends Element = HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)]
const type = (input: Element, value: string) => act(async () => void fireEvent.change(input, { target: { value } }))
const click = (element: Element) => act(async () => void fireEvent.click(element))

/** Expects the page to be loaded without errors and without "Not found". */
const isShown = () =>
  waitFor(() => {
    expect(document.querySelector('main h1')).not.toBeNull()
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    expect(screen.queryByText(/^(Something went wrong|Not found|The server cannot be reached.)$/)).toBeNull()
  })

/** Sorts and filters the list on the page by every column. */
async function search() {
  for (const heading of all('th[aria-sort] button')) await click(heading)
  for (const box of all('thead input:not([type=checkbox]), thead select')) {
    for (const term of [...names.slice(0, 2), '']) await type(box, term)
  }
}

const pasted = names.map((name) => `${name}\t${name}`).join('\n')

/** Types the names into the tables of the form on the page, and one of them into all other fields. */
async function fillIn() {
  for (const rows of all('form tbody')) {
    const cell = rows.querySelector('td input')
    if (cell) await act(async () => void fireEvent.paste(cell, { clipboardData: { getData: () => pasted } }))
  }
  for (const input of all('form :is(input:not([type=checkbox], [type=radio], [type=file]), textarea, select)')) {
    if (!input.closest('table')) await type(input, inheritedName)
  }
}

/** Clicks the button, if there is one, and confirms its dialog. */
async function press(label: string) {
  // By text: finding a role in a long page takes longer than all the rest.
  const button = all('main button').find(({ textContent }) => textContent === label)
  if (!button) return
  await click(button)
  await isShown()
  for (const input of all('dialog input')) await type(input, inheritedName)
  for (const answer of all('dialog button[type=submit]')) await click(answer)
  await isShown()
}

/** The text of the page below its heading, including values of inputs. */
const shown = () =>
  all('main [data-width] > :not(:first-child)')
    .flatMap((part) => [
      part.textContent,
      ...[...part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(
        ({ value }) => value,
      ),
    ])
    .join('\n')

// React only logs that two children have the same key, but may then omit one of them.
const logged = vi.spyOn(console, 'error')
const duplicateKeys = () =>
  logged.mock.calls.flatMap(([text, key]) => (String(text).includes('children with the same key') ? [key] : []))
afterEach(() => {
  expect(duplicateKeys()).toEqual([])
  logged.mockClear()
})

test.each(pagesOfEachKind(names))(
  'in the console of a $deployment, $address treats names that every object inherits like other names',
  async ({ deployment, address }) => {
    aNamedServer(deployment, names)
    const lookups = await inheritedLookups(async () => {
      showPage(address)
      await isShown()
      if (!texts.test(address) && !asking.test(address)) await waitFor(() => expect(shown()).toContain(inheritedName))
      await search()
      await fillIn()
      await press('Show')
      if (asking.test(address)) await waitFor(() => expect(shown()).toContain(inheritedName))
      await press('Save')
      await press('Delete')
    })
    expect(lookups).toEqual([])
  },
)
