import { execFileSync } from 'node:child_process'

/** The account that a child process runs as: options of `spawn`. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** `nobody` if this process is root, because PostgreSQL refuses to run as root; otherwise undefined. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
