import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SettingError } from '@quatrain/platform/settings.ts'

/** The folder of the demonstration's database, with the files beside it that say more about it. */
export interface DemoFolder {
  /** Is there no database yet? Throws `SettingError` when there is something else, which it must not be mixed with. */
  isNew(): boolean
  /** From here until `finish` the database is of no use, should the process be killed meanwhile. */
  begin(): void
  finish(): void
  isUnfinished(): boolean
  /** What the server's keys are derived from: made with the database, in a file that only its owner may read. */
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
        throw new SettingError(`QUATRAIN_DATA: ${database} holds something that is no database; name another folder`)
      }
      return files.length === 0
    },
    secret() {
      if (!existsSync(secret)) {
        if (!isUnfinished()) throw new SettingError(`${secret} is gone: remove ${database} too, and begin again`)
        writeWhole(secret, randomBytes(32).toString('base64url'))
      }
      return readFileSync(secret, 'utf8')
    },
  }
}

/** The file is there with all of its content, or not at all. */
function writeWhole(file: string, content: string) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content, { mode: 0o600 })
  renameSync(draft, file)
}
