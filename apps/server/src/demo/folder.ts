import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SettingError } from '@quatrain/platform/settings.ts'
import { demoSecret } from './credentials.ts'

/** The folder of the demonstration's database and of its additional files. */
export interface DemoFolder {
  /** Whether no database exists yet. Throws `SettingError` if the folder contains anything else. */
  isNew(): boolean
  /** Marks the database as unusable until `finish`, in case the process is killed meanwhile. */
  begin(): void
  finish(): void
  isUnfinished(): boolean
  /** The server's secret. Folders of version 0.1.0 have their own, in a file beside the database. */
  secret(): string
}

export function demoFolder(database: string): DemoFolder {
  const [mark, ownSecret] = [`${database}.loading`, `${database}.secret`]
  const isUnfinished = () => existsSync(mark)
  return {
    isUnfinished,
    begin() {
      mkdirSync(dirname(mark), { recursive: true })
      rmSync(ownSecret, { force: true })
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
    secret: () => (existsSync(ownSecret) ? readFileSync(ownSecret, 'utf8') : demoSecret),
  }
}
