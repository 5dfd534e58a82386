import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { portOf } from '@quatrain/platform/testing/free-port.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems } from './accessibility.ts'
import { launchBrowser } from './browser.ts'

type Launched = Awaited<ReturnType<typeof launchBrowser>>

let browser: Launched
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe('the browser', () => {
  test('resolves every host name under localhost to this machine', async ({ onTestFinished }) => {
    const port = await serve((request, response) => response.end(request.headers.host), onTestFinished)
    const page = await browser.newPage()
    await page.goto(`http://tenant-one.localhost:${port}/`)
    expect(await page.textContent('body')).toBe(`tenant-one.localhost:${port}`)
  })

  test('keeps one origin from reading another', async ({ onTestFinished }) => {
    const port = await serve((_, response) => response.end('secret'), onTestFinished)
    const page = await browser.newPage()
    await page.goto(`http://one.localhost:${port}/`)
    const read = page.evaluate((url) => fetch(url).then((answer) => answer.text()), `http://two.localhost:${port}/`)
    await expect(read).rejects.toThrow('Failed to fetch')
  })

  test('shows texts in our fonts on every machine', async () => {
    const page = await browser.newPage()
    await page.setContent('<!doctype html><html lang="en"><title>Widths</title><body></body></html>')
    const widths = (family: string) =>
      page.evaluate((family) => {
        const text = document.createElement('span')
        text.style.font = `100px ${family}`
        document.body.append(text)
        return ['iiiiiiiiii', 'WWWWWWWWWW'].map((letters) => {
          text.textContent = letters
          return text.getBoundingClientRect().width
        })
      }, family)
    // Of the outlines of DejaVu. Some browsers round the width of each letter.
    const about = (width: number) => (found: number) => Math.abs(found / width - 1) < 0.01
    const expected = (i: number, w: number) => [expect.toSatisfy(about(i)), expect.toSatisfy(about(w))]
    for (const family of ['monospace', 'Menlo, "Liberation Mono", monospace']) {
      expect(await widths(family), family).toEqual(expected(602, 602))
    }
    for (const family of ['sans-serif', 'system-ui', '"Segoe UI", Arial, sans-serif', '"Not installed"']) {
      expect(await widths(family), family).toEqual(expected(278, 989))
    }
  })

  test('reaches no other machine', async () => {
    const page = await browser.newPage()
    await expect(page.goto('http://quatrain.example/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED')
  })
})

test('the check of accessibility reports a page with barriers', async () => {
  const page = await browser.newPage()
  await page.setContent(
    '<!doctype html><html lang="en"><title>Probe</title><main><h1>Probe</h1><button></button></main>',
  )
  const expected = expect.stringMatching(/^button-name: .*: button: /)
  expect(await accessibilityProblems(page)).toEqual([expected])
  // The same document, checked again after a change.
  await page.evaluate(() => document.querySelector('button')?.append('Save'))
  expect(await accessibilityProblems(page)).toEqual([])
})

async function serve(answer: RequestListener, onTestFinished: (close: () => void) => void): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return portOf(server)
}
