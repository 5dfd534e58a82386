import { readFileSync, writeFileSync } from 'node:fs'

/** Bytes that a process holds in memory now, and the most it ever held. */
export function memoryOf(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytesOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
  return { now: kilobytesOf('VmRSS') * 1024, most: kilobytesOf('VmHWM') * 1024 }
}

/** From now on, the most memory that a process ever held is counted anew. */
export const forgetMost = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
