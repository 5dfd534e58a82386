import { execFileSync } from 'node:child_process'

/** Whom a child process runs as: options of `spawn`. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** `nobody` when we are root, since PostgreSQL refuses to run as root; undefined when we may run it as ourselves. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
