// Schemathesis, which generates requests from a description of the API. It is a program in Python.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const version = '4.32.5'
const folder = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', `schemathesis-${version}`)
const program = join(folder, 'bin', 'schemathesis')

/** Installs it on first use, in a folder of its own. Returns why it cannot be used; undefined if it can. */
export function whyNoSchemathesis(): string | undefined {
  if (existsSync(program)) return undefined
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'pipe' })
    execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `Python or Schemathesis cannot be had: ${error instanceof Error ? error.message : error}`
  }
}

export interface GeneratedRequests {
  /** The file with the description of the API. */
  readonly description: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Paths that are not called. */
  readonly except?: RegExp
  /** Requests for each endpoint, besides those for the limits of its fields. */
  readonly each: number
  readonly seed: number
  /** Ends it. */
  readonly signal: AbortSignal
}

export interface Outcome {
  readonly requests: number
  /** What Schemathesis says of responses with a status of 500 or above; empty if there were none. */
  readonly failures: string
  readonly said: string
}

/** Milliseconds: with many requests and on a busy machine, one caller takes an hour. */
export const generationTimeout = 4 * 3_600_000

/** Sends valid and invalid requests to every endpoint. Only responses with a status of 500 or above are failures. */
export async function sendGenerated(options: GeneratedRequests): Promise<Outcome> {
  const { description, url, headers, except, each, seed, signal } = options
  const child = spawn(
    program,
    [
      ...['run', description, '--url', url, '--checks', 'not_a_server_error', '--phases', 'coverage,fuzzing'],
      ...['--max-examples', String(each), '--seed', String(seed), '--no-shrink', '--continue-on-failure'],
      ...(except ? ['--exclude-path-regex', except.source] : []),
      ...['--suppress-health-check', 'all', '--warnings', 'off', '--workers', '2'],
      ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ],
    { signal, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH, NO_COLOR: '1' } },
  )
  const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const requests = Number(/(\d+) generated/.exec(said)?.[1] ?? 0)
  const failures = /=+ FAILURES =+\n(.*?)\n=+ SUMMARY/s.exec(said)?.[1] ?? ''
  return { requests, failures, said: said + errors }
}
