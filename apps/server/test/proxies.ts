import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

interface Given {
  /** Where the proxy listens for HTTPS and for HTTP, and where the console does. */
  readonly port: number
  readonly plainPort: number
  readonly consolePorts: readonly number[]
  /** Where nginx listens for the consoles, and where the processes of the Web API do. */
  readonly webApi?: { readonly port: number; readonly ports: readonly number[] }
  readonly key: string
  readonly cert: string
}

export interface Proxy {
  readonly name: string
  readonly program: string
  /** Writes the files that the proxy needs to `folder`, and returns its arguments. */
  readonly prepare: (folder: string, given: Given) => readonly string[]
}

const deployed = (path: string) => readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')

/** One line for each process in place of the line with a process. */
const withServers = (configuration: string, ports: readonly number[]) =>
  configuration.replace(/^( +server .*)127\.0\.0\.1:\d+(.*)$/m, (_, before: string, after: string) =>
    ports.map((port, index) => `${before.replace('-1 ', `-${index + 1} `)}127.0.0.1:${port}${after}`).join('\n'),
  )

/** The configurations that operators copy, with the ports and the certificate of a test. */
const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    program: process.env.QUATRAIN_TEST_NGINX ?? '/usr/sbin/nginx',
    prepare(folder, { port, plainPort, consolePorts, webApi, key, cert }) {
      const server = withServers(deployed('nginx/quatrain.conf'), consolePorts)
        .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replaceAll('console.example.org', 'console.test')
        .replaceAll('*.console.test', '*.test')
        .replaceAll('/etc/ssl/quatrain', folder)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      const settings = [
        'daemon off; master_process off; error_log stderr; pid pid;',
        'events {}',
        'http { access_log off;',
      ]
      const further = webApi
        ? withServers(deployed('nginx/webapi.conf'), webApi.ports).replace(
            'listen 127.0.0.1:8091',
            `listen 127.0.0.1:${webApi.port}`,
          )
        : ''
      writeFileSync(join(folder, 'nginx.conf'), [...settings, ...temporary, server, further, '}'].join('\n'))
      writeFileSync(join(folder, 'fullchain.pem'), cert)
      writeFileSync(join(folder, 'key.pem'), key)
      return ['-p', folder, '-c', 'nginx.conf']
    },
  },
  {
    name: 'HAProxy',
    program: process.env.QUATRAIN_TEST_HAPROXY ?? '/usr/sbin/haproxy',
    prepare(folder, { port, plainPort, consolePorts, key, cert }) {
      const file = join(folder, 'haproxy.cfg')
      const configuration = withServers(deployed('haproxy/haproxy.cfg'), consolePorts)
        .replace('bind :80', `bind 127.0.0.1:${plainPort}`)
        .replace('bind :443', `bind 127.0.0.1:${port}`)
        .replace('/etc/haproxy/quatrain.pem', join(folder, 'quatrain.pem'))
      writeFileSync(file, configuration)
      writeFileSync(join(folder, 'quatrain.pem'), `${cert}${key}`)
      return ['-db', '-f', file]
    },
  },
]

/** The proxies that are installed. Prints which tests are skipped without the others. */
export const installedProxies = (): Proxy[] =>
  proxies.filter(({ name, program }) => {
    if (existsSync(program)) return true
    console.warn(
      `${'!'.repeat(100)}\n!!  THE TESTS BEHIND ${name.toUpperCase()} ARE SKIPPED: there is no ${program}.\n`,
    )
    return false
  })

/** Starts a proxy, and waits until the console responds through it. */
export async function startProxy({ name, program, prepare }: Proxy, given: Given): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-proxy-'))
  const child = spawn(program, prepare(folder, given), { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (data) => {
    log += data
  })
  const deadline = Date.now() + 30_000
  while (!(await isUp(given.port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${name} did not start:\n${log}`)
    await setTimeout(50)
  }
  return {
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isUp = (port: number) =>
  new Promise<boolean>((resolve) => {
    const headers = { host: 'console.test' }
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/healthz',
      headers,
      rejectUnauthorized: false,
      agent: false,
    })
    sent.on('error', () => resolve(false))
    sent.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    sent.end()
  })
