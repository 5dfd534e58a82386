import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FirefoxWindow, findFirefox, startFirefox } from './src/firefox.ts'
import { password } from './src/session.ts'
import { originOf } from './src/visits.ts'

const firefox = findFirefox()

/** Nothing is being loaded any more. */
const isShown = `!document.querySelector('[aria-busy=true]') && document.querySelector('main h1') !== null`
const title = `document.querySelector('h1').textContent.trim()`
const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** Keys as WebDriver names them. */
const tab = '\uE004'
const enter = '\uE007'
const arrowDown = '\uE015'

describe.skipIf(firefox === undefined)('in Firefox', () => {
  let window: FirefoxWindow
  beforeAll(async () => {
    window = await startFirefox(firefox ?? '')
  })
  afterAll(() => window?.close())

  const until = async (expression: string) => {
    while ((await window.evaluate(expression)) !== true);
  }
  const open = async (path: string) => {
    await window.show(originOf('nordic') + path)
    await until(isShown)
    expect(await window.evaluate(tooWide)).toBe(0)
  }
  const press = (button: string) => window.click(`//button[normalize-space()='${button}']`)

  test('a member logs in', async () => {
    await open('/ui/login')
    await window.click('//input[@name="username"]')
    await window.type(`jorn.havsand${tab}${password}`)
    await press('Log in')
    await until(`${isShown} && ${title} === 'Select metric profile to change'`)
  })

  test.each([
    ['/ui/home', 'Home NORDIC'],
    ['/ui/metrics', 'Select metric to change'],
    ['/ui/metricprofiles/NORDIC_LEGACY', 'Change metric profile NORDIC_LEGACY'],
    ['/ui/thresholdsprofiles/NORDIC_RESPONSE_TIMES', 'Change thresholds profile NORDIC_RESPONSE_TIMES'],
    ['/ui/reports/Critical', 'Change report Critical'],
    ['/ui/metricprofiles/NORDIC_MON_CRITICAL/history', 'Version history NORDIC_MON_CRITICAL'],
    ['/ui/topology', 'Endpoints'],
    ['/ui/public_home', 'Public pages'],
  ])('%s is shown', async (path, heading) => {
    await open(path)
    expect(await window.evaluate(title)).toBe(heading)
  })

  test('a cell offers names, and takes the one that is chosen', async () => {
    await open('/ui/metricprofiles/add')
    await window.click('//input[@aria-label="Metric 1"]')
    await window.type('argo.AMS-Ch')
    await until(`document.querySelector('[role=option]')?.textContent.startsWith('argo.AMS-Check') === true`)
    await window.type(arrowDown + enter)
    expect(await window.evaluate('document.activeElement.value')).toBe('argo.AMS-Check')
  })

  test('a changed form asks before it is saved, and keeps what was typed', async () => {
    await open('/ui/metricprofiles/NORDIC_LEGACY')
    await window.click('//textarea')
    await window.type('Typed in Firefox. ')
    await press('Save')
    await press('Keep editing')
    await until(`document.querySelector('textarea').value.includes('Typed in Firefox.')`)
  })

  test('the search finds an object', async () => {
    await open('/ui/about')
    await window.click('//button[starts-with(normalize-space(), "Search")]')
    await until(`document.activeElement.role === 'combobox'`)
    await window.type('NORDIC_MON_CRIT')
    await until(`document.querySelector('[role=option]')?.textContent.includes('NORDIC_MON_CRITICAL') === true`)
  })

  test('no page reports an error', () => {
    expect(window.errors()).toEqual([])
  })
})
