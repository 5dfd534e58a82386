import { beforeEach, expect, test, vi } from 'vitest'
import { reloadPage } from './reload-page.ts'

// A DOM without a browser cannot reload.
vi.mock('./reload-page.ts', () => ({ reloadPage: vi.fn() }))

const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

/** Loads a page of this build that needs a missing chunk; the page is reloaded, or that fails. */
async function load(build: string): Promise<unknown> {
  vi.resetModules()
  document.head.innerHTML = `<script type="module" src="/ui/assets/index-${build}.js"></script>`
  const { loadPart } = await import('./load-part.ts')
  const reloaded = new Promise<string>((resolve) => vi.mocked(reloadPage).mockImplementation(() => resolve('reloaded')))
  return Promise.race([reloaded, loadPart(failing).catch((error: unknown) => error)])
}

const serverAnswers = (ok: boolean) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => (ok ? new Response() : Promise.reject(new TypeError('offline')))),
  )

beforeEach(() => {
  sessionStorage.clear()
  vi.mocked(reloadPage).mockClear()
  serverAnswers(true)
})

test('a page with a missing chunk is reloaded once for each build', async () => {
  expect(await load('a')).toBe('reloaded')
  expect(reloadPage).toHaveBeenCalledTimes(1)
  expect(await load('a')).toMatchObject({ message: 'A part of the console could not be loaded.' })
  expect(reloadPage).toHaveBeenCalledTimes(1)
  // It also ends while servers with two builds share one address.
  await load('b')
  expect(await load('a')).toBeInstanceOf(Error)
  expect(await load('b')).toBeInstanceOf(Error)
  expect(reloadPage).toHaveBeenCalledTimes(2)
})

test('the page is not reloaded while the server does not respond', async () => {
  serverAnswers(false)
  expect(await load('a')).toMatchObject({ message: 'A part of the console could not be loaded.' })
  expect(reloadPage).not.toHaveBeenCalled()
})

test('the page is not reloaded without browser storage, because it could loop', async () => {
  const forbidden = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden')
  })
  expect(await load('a')).toBeInstanceOf(Error)
  forbidden.mockRestore()
  expect(reloadPage).not.toHaveBeenCalled()
})
