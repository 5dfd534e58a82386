import { expect } from 'vitest'
import { eventually, expectProblem, problemsIn, test } from './src/visits.ts'

/** One page of each kind, with its visitor. */
const pages = [
  ['the sign-in page', { tenant: 'nordic', at: '/ui/login' }],
  ['a page of somebody signed in', { tenant: 'nordic', as: 'jorn.havsand', at: '/ui/metricprofiles' }],
  ['the description of the API', { tenant: 'nordic', at: '/api/docs' }],
] as const

test.for(pages)('%s applies no style element and no style attribute that was injected', async ([, visit], { open }) => {
  const page = await open(visit)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(problemsIn(page.context()).seen(), 'the page itself').toEqual([])

  await page.evaluate(() => {
    const element = document.createElement('style')
    element.textContent = 'body { visibility: hidden }'
    document.head.append(element)
    document.body.insertAdjacentHTML('beforeend', '<p style="visibility: hidden">brought in</p>')
  })
  const violations = () => problemsIn(page.context()).seen().join('\n')
  await eventually(violations).toContain('CSP: style-src-elem inline')
  await eventually(violations).toContain('CSP: style-src-attr inline')
  const visibility = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).visibility)
  expect([await visibility('body'), await visibility('body > p:last-child')]).toEqual(['visible', 'visible'])
  expectProblem(page, /CSP: style-src|Content Security Policy/)
})

test('pages are styled without inline styles: by the theme and by the stylesheet of the API reference', async ({
  open,
}) => {
  const console = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/metricprofiles' })
  await console.getByRole('heading', { level: 1 }).waitFor()
  const font = await console.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)
  expect(font).toContain('system-ui')
  const docs = await open({ tenant: 'nordic', at: '/api/docs' })
  const margin = await docs.locator('body').evaluate((body) => getComputedStyle(body).maxWidth)
  expect(margin).toBe('960px')
})
