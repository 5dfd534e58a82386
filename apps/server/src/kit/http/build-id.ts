import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folders = ['apps/server/src', 'packages/contract/src', 'packages/platform/src']
const root = fileURLToPath(new URL('../../../../..', import.meta.url))

let cachedBuildId: string | undefined

/**
 * Identifies the program that makes responses: its source, the runtime, and the time zone of times. It is the same in
 * all processes of one release, and differs after an update, so that responses of an earlier program are not reused.
 */
export function buildId(): string {
  cachedBuildId ??= computedBuildId()
  return cachedBuildId
}

function computedBuildId(): string {
  const hash = createHash('sha256')
  hash.update(`${process.version} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`)
  for (const file of folders.flatMap(sourcesIn).sort()) hash.update(file).update(readFileSync(`${root}${file}`))
  return hash.digest('base64url')
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`)
