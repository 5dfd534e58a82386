import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { onlyOurFonts } from './fonts.ts'

/** The Firefox of `QUATRAIN_TEST_FIREFOX`, else that of the system. If there is none, prints which tests are skipped. */
export function findFirefox(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = folders.flatMap((folder) => ['firefox', 'firefox-esr'].map((name) => join(folder, name)))
  const found = [process.env.QUATRAIN_TEST_FIREFOX ?? '', ...installed].find((path) => existsSync(path))
  if (found === undefined) {
    console.warn(`${'!'.repeat(100)}\n!!  THE WALK IN FIREFOX IS SKIPPED: there is no Firefox.\n`)
  }
  return found
}

/** A window of a Firefox, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
export interface FirefoxWindow {
  readonly show: (url: string) => Promise<void>
  /** The result of an expression in the page, which is a text, a number or a boolean. */
  readonly evaluate: (expression: string) => Promise<unknown>
  /** Clicks on the element of an XPath, as soon as the page has it. */
  readonly click: (xpath: string) => Promise<void>
  readonly type: (text: string) => Promise<void>
  /** Errors of the pages so far. */
  readonly errors: () => readonly string[]
  readonly close: () => Promise<void>
}

/** Starts a Firefox without a screen, with a profile of its own. */
export async function startFirefox(program: string): Promise<FirefoxWindow> {
  const profile = mkdtempSync(join(tmpdir(), 'quatrain-firefox-'))
  const options = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile]
  const child = spawn(program, options, {
    env: { ...process.env, ...onlyOurFonts(), HOME: profile, MOZ_REMOTE_ALLOW_SYSTEM_ACCESS: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(output) ?? []
      if (url !== undefined) resolve(url)
    })
    child.once('exit', () => reject(new Error(`Firefox ended before it listened:\n${output}`)))
  })
  const socket = new WebSocket(`${address}/session`)
  const answers = new Map<number, (answer: Answer) => void>()
  const errors: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const message: Answer = JSON.parse(String(data))
    if (message.method === 'log.entryAdded' && message.params?.level === 'error') errors.push(message.params.text)
    if (message.id !== undefined) answers.get(message.id)?.(message)
  })
  await once(socket, 'open')
  let sent = 0
  const send = async (method: string, params: object) => {
    sent += 1
    const id = sent
    const answered = new Promise<Answer>((resolve) => answers.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const answer = await answered
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error} ${answer.message}`)
    return answer.result
  }
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { context } = (await send('browsingContext.getTree', {})).contexts[0]
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } })
  const act = (actions: object) => send('input.performActions', { context, actions: [actions] })
  return {
    show: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (expression) =>
      (await send('script.evaluate', { expression, target: { context }, awaitPromise: true })).result.value,
    click: async (xpath) => {
      const locator = { type: 'xpath', value: xpath }
      const find = () => send('browsingContext.locateNodes', { context, locator, maxNodeCount: 1 })
      let { nodes } = await find()
      while (nodes.length === 0) nodes = (await find()).nodes
      const origin = { type: 'element', element: { sharedId: nodes[0].sharedId } }
      await act({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      })
    },
    type: async (text) => {
      const keys = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await act({ type: 'key', id: 'keyboard', actions: keys })
    },
    errors: () => errors,
    close: async () => {
      const ended = once(child, 'exit')
      await send('browser.close', {})
      await ended
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

interface Answer {
  readonly id?: number
  readonly type: string
  readonly method?: string
  readonly params?: { readonly level: string; readonly text: string }
  readonly error?: string
  readonly message?: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the command
  readonly result?: any
}
