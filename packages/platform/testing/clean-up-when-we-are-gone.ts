import { spawn } from 'node:child_process'

/**
 * Has a small shell run `script`, with `argument` as its `$1`, when this process ends in whatever way: an exit handler
 * would not run when we are killed. `now()` runs it at once instead.
 */
export function cleanUpWhenWeAreGone(script: string, argument: string): { now(): void } {
  // The shell waits on a pipe that only we hold open; in a session of its own, no Ctrl+C of ours reaches it.
  const shell = spawn('/bin/sh', ['-c', `cat > /dev/null\n${script}`, 'clean-up', argument], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  return { now: () => void shell.stdin.end() }
}
