// Two consoles and two Web APIs with their default settings, behind nginx as operators configure it.
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { installedProxies, startProxy } from '@quatrain/server/test/proxies.ts'
import { selfSigned } from '@quatrain/server/test/self-signed.ts'
import { secret } from '../data.ts'
import { type Program, startProgram } from '../programs.ts'

/** A process that can be ended, and started again at its address. */
export interface Part {
  readonly name: string
  program: Program
  readonly start: () => Promise<Program>
}

export interface Installation {
  /** The address of the proxy. */
  readonly url: string
  readonly parts: readonly Part[]
  stop(): Promise<void>
}

/** Starts an installation. The consoles read lists on the standbys among the hosts of `standbyUrl`. */
export async function startInstallation(databaseUrl: string, standbyUrl?: string): Promise<Installation> {
  const proxy = installedProxies().find(({ name }) => name === 'nginx')
  const certificate = selfSigned()
  if (!proxy || !certificate) throw new Error('nginx and OpenSSL are required: set QUATRAIN_TEST_NGINX to its path.')
  const portOf = { proxy: await freePort(), plain: await freePort(), webApi: await freePort() }
  const processes: { readonly part: Part; readonly port: number }[] = []
  for (const [index, script] of (['start:webapi', 'start:webapi', 'start', 'start'] as const).entries()) {
    const port = await freePort()
    const env = {
      QUATRAIN_DATABASE_URL: databaseUrl,
      QUATRAIN_WEBAPI_DATABASE_URL: databaseUrl,
      QUATRAIN_SECRET: secret,
      QUATRAIN_TRUST_PROXY: '127.0.0.1',
      QUATRAIN_WEBAPI_URL: `http://127.0.0.1:${portOf.webApi}`,
      QUATRAIN_LOG_LEVEL: 'error',
      ...(standbyUrl && { QUATRAIN_STANDBY_DATABASE_URL: standbyUrl }),
    }
    const name = `${script === 'start' ? 'console' : 'Web API'} ${(index % 2) + 1}`
    const start = () => startProgram(script, env, port)
    processes.push({ part: { name, program: await start(), start }, port })
  }
  const [webApis, consoles] = [processes.slice(0, 2), processes.slice(2)]
  const running = await startProxy(proxy, {
    port: portOf.proxy,
    plainPort: portOf.plain,
    consolePorts: consoles.map(({ port }) => port),
    webApi: { port: portOf.webApi, ports: webApis.map(({ port }) => port) },
    ...certificate,
  })
  return {
    url: `https://127.0.0.1:${portOf.proxy}`,
    parts: processes.map(({ part }) => part),
    async stop() {
      await running.stop()
      for (const { part } of processes) await part.program.stop()
    },
  }
}
