import { execFileSync } from 'node:child_process'

/** What was not made or tried, with the reason. */
export const skipped: string[] = []

/** Says loudly that something is left out. */
export function skip(subject: string): undefined {
  skipped.push(subject)
  console.warn(`${'!'.repeat(100)}\n!!  ${subject}`)
}

/** Whether this machine has a program. */
export function has(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs a program; its output is shown if it fails. */
export const run = (
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: object } = {},
) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
  }).trim()
