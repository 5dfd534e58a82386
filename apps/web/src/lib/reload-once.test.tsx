import { beforeEach, expect, test, vi } from 'vitest'
import { reloadPage } from './reload-page.ts'

// A document without a browser cannot be loaded again.
vi.mock('./reload-page.ts', () => ({ reloadPage: vi.fn() }))

const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

/** A page of this build, just loaded, that needs a part whose file is gone: it is loaded again, or that fails. */
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

test('a page of which a part is gone is loaded again, once for each build', async () => {
  expect(await load('a')).toBe('reloaded')
  expect(reloadPage).toHaveBeenCalledTimes(1)
  expect(await load('a')).toMatchObject({ message: 'A part of the console could not be loaded.' })
  expect(reloadPage).toHaveBeenCalledTimes(1)
  // While servers of two builds stand behind one address, it ends all the same.
  await load('b')
  expect(await load('a')).toBeInstanceOf(Error)
  expect(await load('b')).toBeInstanceOf(Error)
  expect(reloadPage).toHaveBeenCalledTimes(2)
})

test('while the server does not answer, the page stays', async () => {
  serverAnswers(false)
  expect(await load('a')).toMatchObject({ message: 'A part of the console could not be loaded.' })
  expect(reloadPage).not.toHaveBeenCalled()
})

test('where the browser keeps nothing, the page stays: it could go on for ever', async () => {
  const forbidden = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden')
  })
  expect(await load('a')).toBeInstanceOf(Error)
  forbidden.mockRestore()
  expect(reloadPage).not.toHaveBeenCalled()
})
