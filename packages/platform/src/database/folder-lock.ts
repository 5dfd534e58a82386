import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The error of a folder that this process or another one has opened already. */
export class FolderInUse extends Error {}

const lockedFolders = new Set<string>()

/**
 * Claims a folder for this process until the returned function is called. The claim of a dead process is ignored.
 * Throws `FolderInUse`.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`
  mkdirSync(dirname(folder), { recursive: true })
  if (lockedFolders.has(folder) || !(claim(file) || (isLeftBehind(file) && claim(file)))) {
    throw new FolderInUse(`The database in ${folder} is in use by process ${ownerOf(file).pid}.`)
  }
  lockedFolders.add(folder)
  return () => {
    lockedFolders.delete(folder)
    rmSync(file, { force: true })
  }
}

/** Links a complete file into place, so that no process reads an incomplete claim. */
function claim(file: string): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${process.pid} ${startOf(process.pid)}`)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes the claim of a dead process. */
function isLeftBehind(file: string): boolean {
  const { pid, start } = ownerOf(file)
  if (pid !== process.pid && isRunning(pid) && startOf(pid) === start) return false
  rmSync(file, { force: true })
  return true
}

function ownerOf(file: string): { readonly pid: number; readonly start: string } {
  try {
    const [pid, start = ''] = readFileSync(file, 'utf8').split(' ')
    return { pid: Number(pid), start }
  } catch {
    return { pid: Number.NaN, start: '' }
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process that exists but belongs to another user refuses the signal.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * When a process started, which distinguishes it from a later one with the same number. Empty if the system does not
 * say, and for a zombie process.
 */
function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? '' : (fields[19] ?? '')
  } catch {
    return ''
  }
}
