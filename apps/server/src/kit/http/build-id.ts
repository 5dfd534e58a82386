import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folders = ['apps/server/src', 'packages/contract/src', 'packages/platform/src']
const root = fileURLToPath(new URL('../../../../..', import.meta.url))

let known: string | undefined

/**
 * Stands for the program that puts answers together: its source, the runtime, and the time zone that times are written
 * in. It is the same in all processes of one release, and another after an update, so that nobody keeps what an earlier
 * program has written.
 */
export function buildId(): string {
  known ??= made()
  return known
}

function made(): string {
  const hash = createHash('sha256')
  hash.update(`${process.version} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`)
  for (const file of folders.flatMap(sourcesIn).sort()) hash.update(file).update(readFileSync(`${root}${file}`))
  return hash.digest('base64url')
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`)
