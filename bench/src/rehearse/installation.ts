import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { installedProxies, startProxy } from '@quatrain/server/test/proxies.ts'
import { selfSigned } from '@quatrain/server/test/self-signed.ts'
import type { Filling } from '../data/fill.ts'
import { secret } from '../data/keys.ts'
import { type Program, startProgram } from '../processes.ts'
import { startServer } from '../server/start.ts'

/** A process that can be ended and started again at its address. */
export interface Part {
  readonly name: string
  readonly url: string
  readonly pid: () => number
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
}

export interface Installation {
  /** The address of the proxy. */
  readonly url: string
  readonly consoles: readonly Part[]
  readonly webApis: readonly Part[]
  /** How many lists the consoles have read on a standby since they were started, or on the primary instead, by result. */
  standbyReads(): Promise<ReadonlyMap<string, number>>
  stop(): Promise<void>
}

/**
 * Two consoles and two Web APIs with their default settings, behind nginx as operators configure it. With `readsStandby`,
 * the consoles read lists on the standbys among the hosts of the address.
 */
export async function startInstallation(
  databaseUrl: string,
  filling: Filling,
  { readsStandby }: { readonly readsStandby: boolean },
): Promise<Installation> {
  const proxy = installedProxies().find(({ name }) => name === 'nginx')
  const certificate = selfSigned()
  if (!proxy || !certificate) throw new Error('nginx and OpenSSL are required: set QUATRAIN_TEST_NGINX to its path.')
  const filler = await startServer({ url: databaseUrl })
  await filler.calls.fill(filling).finally(() => filler.stop())
  const [port, plainPort, webApiPort] = [await freePort(), await freePort(), await freePort()]
  const part = (name: string, script: string, env: Readonly<Record<string, string>>, portName: string) =>
    partOf(name, (port) =>
      startProgram({
        script,
        env: { ...env, [portName]: String(port), QUATRAIN_LOG_LEVEL: 'error' },
        target: { url: `http://127.0.0.1:${port}` },
        path: '/readyz',
      }),
    )
  const ofWebApi = { QUATRAIN_WEBAPI_DATABASE_URL: databaseUrl }
  const ofConsole = {
    QUATRAIN_DATABASE_URL: databaseUrl,
    QUATRAIN_SECRET: secret,
    QUATRAIN_TRUST_PROXY: '127.0.0.1',
    QUATRAIN_WEBAPI_URL: `http://127.0.0.1:${webApiPort}`,
    ...(readsStandby && { QUATRAIN_STANDBY_DATABASE_URL: databaseUrl }),
  }
  const metricsPorts = [await freePort(), await freePort()]
  const [webApis, consoles]: [Part[], Part[]] = [[], []]
  for (const [index, metricsPort] of metricsPorts.entries()) {
    const withMetrics = { ...ofConsole, QUATRAIN_METRICS_PORT: String(metricsPort) }
    webApis.push(await part(`Web API ${index + 1}`, 'start:webapi', ofWebApi, 'QUATRAIN_WEBAPI_PORT'))
    consoles.push(await part(`console ${index + 1}`, 'start', withMetrics, 'QUATRAIN_PORT'))
  }
  const portsOf = (parts: readonly Part[]) => parts.map(({ url }) => Number(new URL(url).port))
  const webApi = { port: webApiPort, ports: portsOf(webApis) }
  const running = await startProxy(proxy, { port, plainPort, consolePorts: portsOf(consoles), webApi, ...certificate })
  return {
    url: `https://127.0.0.1:${port}`,
    consoles,
    webApis,
    async standbyReads() {
      const reads = new Map<string, number>()
      for (const port of metricsPorts) {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
        for (const [, result = '', count] of text.matchAll(
          /^quatrain_standby_reads_total\{result="(\w+)"\} (\d+)$/gm,
        )) {
          reads.set(result, (reads.get(result) ?? 0) + Number(count))
        }
      }
      return reads
    },
    async stop() {
      await running.stop()
      for (const part of [...consoles, ...webApis]) await part.stop()
    },
  }
}

async function partOf(name: string, start: (port: number) => Promise<Program>): Promise<Part> {
  const port = await freePort()
  let program = await start(port)
  return {
    name,
    url: program.url,
    pid: () => program.pid,
    async start() {
      program = await start(port)
    },
    stop: () => program.stop(),
    kill: () => program.kill(),
  }
}
