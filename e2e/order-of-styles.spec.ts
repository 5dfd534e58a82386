import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './src/visits.ts'

const nordic = { tenant: 'nordic', as: 'admin' }

/** All styles of all elements, and of the boxes that are drawn before and after them. */
const stylesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    const texts = (element: Element, pseudo?: string) => {
      const style = getComputedStyle(element, pseudo)
      return [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ')
    }
    const isDrawn = (element: Element, pseudo: string) => getComputedStyle(element, pseudo).content !== 'none'
    return [...document.body.querySelectorAll('*')].map((element) => {
      const pseudos = ['::before', '::after'].filter((pseudo) => isDrawn(element, pseudo))
      return [
        `${element.tagName} ${element.className}`,
        ...[undefined, ...pseudos].map((pseudo) => texts(element, pseudo)),
      ].join('\n')
    })
  })

/** Loads all style sheets again, the last one first, but for the one that the application starts with. Returns how many. */
const loadInReverse = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const [, ...others] = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
    for (const link of others.reverse()) {
      const again = document.createElement('link')
      again.rel = 'stylesheet'
      again.href = link.href
      const loaded = Promise.withResolvers<unknown>()
      again.onload = loaded.resolve
      document.head.append(again)
      await loaded.promise
      link.remove()
    }
    return others.length
  })

const clicks = (role: 'button' | 'combobox', name: string) => (page: Page) => page.getByRole(role, { name }).click()

const pages = [
  ['a form with a list of options', '/ui/administration/users/add', clicks('combobox', 'Groups of reports'), 'listbox'],
  ['a form with a menu', '/ui/reports/add', clicks('button', 'JSON'), 'menu'],
] as const

// All styles of all elements are compared, which takes as long as ten pages do.
test.for(oneOfEachKind(pages, () => 'a page'))(
  '%s looks the same in whatever order its styles are loaded',
  async ([, at, act, role], { open }) => {
    const page = await open({ ...nordic, at })
    await page.locator('main:has(h1):not(:has([aria-busy=true])):not([aria-busy=true])').waitFor()
    await act(page)
    await page.getByRole(role).first().waitFor()
    const before = await stylesOf(page)
    expect(await loadInReverse(page)).toBeGreaterThan(2)
    expect(await stylesOf(page)).toEqual(before)
  },
)
