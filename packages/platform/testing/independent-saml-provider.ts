import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A SAML provider in another language, with another implementation of XML and signatures. */
export interface IndependentProvider {
  readonly url: string
  /** Registers a service provider with its metadata. */
  register(metadata: string): Promise<void>
  close(): void
}

const source = fileURLToPath(new URL('saml-provider', import.meta.url))

const compiler = 'go'

/** Whether Go is there. Without it, prints which tests are skipped. */
export function hasGo(): boolean {
  try {
    execFileSync(compiler, ['version'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn(`${'!'.repeat(100)}\n!!  THE TESTS WITH AN INDEPENDENT SAML PROVIDER ARE SKIPPED: there is no Go.\n`)
    return false
  }
}

const run = promisify(execFile)

/**
 * Without C and without optimisation, which takes a quarter less for a first build. Go keeps what it has built. The build does not
 * block this process, in which the server of the test runs.
 */
async function build(program: string): Promise<void> {
  const env = { ...process.env, CGO_ENABLED: '0' }
  await run(compiler, ['build', '-gcflags=all=-N -l', '-o', program, '.'], { cwd: source, env })
}

/** Builds and starts it. */
export async function startIndependentProvider(): Promise<IndependentProvider> {
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-saml-'))
  const program = join(folder, 'saml-provider')
  await build(program)
  const child = spawn(program, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [url] = await once(createInterface(child.stdout), 'line')
  return {
    url: String(url),
    async register(metadata) {
      const { ok } = await fetch(`${url}/register`, { method: 'POST', body: metadata })
      if (!ok) throw new Error('The provider has refused the metadata of the console.')
    },
    close() {
      child.kill()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Logs in at the address of the provider. Returns the form that its page posts. */
export async function logInAt(location: string, person: string): Promise<{ action: string; body: string }> {
  const address = new URL(location)
  address.searchParams.set('person', person)
  const page = await (await fetch(address)).text()
  const first = (pattern: RegExp) =>
    (pattern.exec(page)?.[1] ?? '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
  const field = (name: string) => first(new RegExp(`name="${name}" value="([^"]*)"`))
  return {
    action: first(/action="([^"]*)"/),
    body: new URLSearchParams({ SAMLResponse: field('SAMLResponse'), RelayState: field('RelayState') }).toString(),
  }
}
