import { spawn } from 'node:child_process'

/**
 * Makes a shell run `script`, with `argument` as its `$1`, when this process ends for any reason: an exit handler does
 * not run after SIGKILL. `now()` runs it at once instead.
 */
export function cleanUpAfterExit(script: string, argument: string): { now(): void } {
  // The shell waits for the end of a pipe that only this process holds open; in its own session, it gets no Ctrl+C.
  const shell = spawn('/bin/sh', ['-c', `cat > /dev/null\n${script}`, 'clean-up', argument], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  return { now: () => void shell.stdin.end() }
}
