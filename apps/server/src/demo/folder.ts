import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SettingError } from '@quatrain/platform/settings.ts'

/** The folder of the demonstration's database and of its additional files. */
export interface DemoFolder {
  /** Whether no database exists yet. Throws `SettingError` if the folder contains anything else. */
  isNew(): boolean
  /** Marks the database as unusable until `finish`, in case the process is killed meanwhile. */
  begin(): void
  finish(): void
  isUnfinished(): boolean
  /** The server's secret, generated with the database, in a file that only its owner can read. */
  secret(): string
}

export function demoFolder(database: string): DemoFolder {
  const [mark, secret] = [`${database}.loading`, `${database}.secret`]
  const isUnfinished = () => existsSync(mark)
  return {
    isUnfinished,
    begin() {
      mkdirSync(dirname(mark), { recursive: true })
      writeFileSync(mark, '')
    },
    finish: () => rmSync(mark, { force: true }),
    isNew() {
      const files = existsSync(database) ? readdirSync(database) : []
      if (files.length > 0 && !files.includes('PG_VERSION') && !isUnfinished()) {
        throw new SettingError(`QUATRAIN_DATA: ${database} contains other files than a database; set another folder`)
      }
      return files.length === 0
    },
    secret() {
      if (!existsSync(secret)) {
        if (!isUnfinished()) throw new SettingError(`${secret} is missing: remove ${database} too, and start again`)
        writeAtomically(secret, randomBytes(32).toString('base64url'))
      }
      return readFileSync(secret, 'utf8')
    },
  }
}

/** Writes the complete file atomically. */
function writeAtomically(file: string, content: string) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content, { mode: 0o600 })
  renameSync(draft, file)
}
