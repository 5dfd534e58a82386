import { readFileSync, writeFileSync } from 'node:fs'

/** Resident memory of a process in bytes, and its peak. */
export function memoryOf(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytesOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
  return { now: kilobytesOf('VmRSS') * 1024, most: kilobytesOf('VmHWM') * 1024 }
}

/** Resets the peak memory of a process. */
export const forgetMost = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
