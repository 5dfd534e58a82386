import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Engine } from './engine.ts'
import { FolderInUse } from './folder-lock.ts'
import { openPglite } from './pglite.ts'

describe('the folder of an embedded database', () => {
  async function newFolder() {
    const parent = await mkdtemp(join(tmpdir(), 'quatrain-pglite-'))
    onTestFinished(() => rm(parent, { recursive: true, force: true }))
    return { folder: join(parent, 'data'), around: () => readdir(parent) }
  }

  let filled: string
  beforeAll(async () => {
    filled = await mkdtemp(join(tmpdir(), 'quatrain-pglite-'))
    const engine = await openPglite({ folder: join(filled, 'data') })
    await query(engine, "create table kept as select 'still here' as word")
    await engine.close()
  })
  afterAll(() => rm(filled, { recursive: true, force: true }))

  /** A folder with a database: copying one takes a third of the time of creating one. */
  async function filledFolder() {
    const { folder } = await newFolder()
    await cp(join(filled, 'data'), folder, { recursive: true })
    return { folder }
  }

  async function query(engine: Engine, statement: string) {
    const session = await engine.acquire()
    try {
      return (await session.runUnscoped(statement)).rows
    } finally {
      engine.release(session)
    }
  }

  test('keeps its data, and leaves no other files', async () => {
    const { folder, around } = await newFolder()
    const first = await openPglite({ folder })
    await query(first, "create table kept as select 'still here' as word")
    await first.close()

    const second = await openPglite({ folder })
    expect(await query(second, 'select word from kept')).toEqual([{ word: 'still here' }])
    await second.close()
    expect(await around()).toEqual(['data'])
  })

  test('is synced to the disk with every commit', async () => {
    const { folder } = await filledFolder()
    const engine = await openPglite({ folder })
    expect(
      await query(
        engine,
        "select name, setting from pg_settings where name in ('fsync', 'wal_sync_method') order by name",
      ),
    ).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'wal_sync_method', setting: 'fsync' },
    ])
    await engine.close()
  })

  test('opens after a crash without syncing every file', async () => {
    const { folder } = await filledFolder()
    const first = await openPglite({ folder })
    await query(first, "update kept set word = 'changed'")
    const crashed = `${folder}-crashed`
    await cp(folder, crashed, { recursive: true })
    await first.close()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    const fsync = vi.spyOn(fs, 'fsyncSync')
    syncBuiltinESMExports()
    onTestFinished(() => {
      vi.useRealTimers()
      fsync.mockRestore()
      syncBuiltinESMExports()
    })

    const second = await openPglite({ folder: crashed })
    expect(await query(second, 'select word from kept')).toEqual([{ word: 'changed' }])
    await second.close()
    // Of a thousand files, recovery itself has written some.
    expect(fsync.mock.calls.length).toBeGreaterThan(0)
    expect(fsync.mock.calls.length).toBeLessThan(100)
  })

  test('opens once at a time', async () => {
    const { folder } = await filledFolder()
    const first = await openPglite({ folder })
    await expect(openPglite({ folder })).rejects.toThrow(FolderInUse)
    await first.close()
    await (await openPglite({ folder })).close()
  })

  test.skipIf(!existsSync('/proc/self/stat'))(
    'is refused while another process has it open, and accepted after that process has died',
    async () => {
      const { folder } = await filledFolder()
      const other = spawn('sleep', ['60'])
      await once(other, 'spawn')
      const start = readFileSync(`/proc/${other.pid}/stat`, 'utf8').split(' ')[21]
      await writeFile(`${folder}.lock`, `${other.pid} ${start}`)
      await expect(openPglite({ folder })).rejects.toThrow(`is in use by process ${other.pid}.`)
      other.kill()
      await once(other, 'exit')
      await (await openPglite({ folder })).close()
    },
  )

  test.skipIf(!existsSync('/proc/self/stat'))('is not claimed by a later process with the same number', async () => {
    const { folder } = await filledFolder()
    await writeFile(`${folder}.lock`, `${process.ppid} 1`)
    await (await openPglite({ folder })).close()
  })

  test('is created again if its content is worthless, or if its creation was interrupted', async () => {
    const { folder } = await filledFolder()
    await writeFile(`${folder}.new`, '')

    const second = await openPglite({ folder, isWorthless: () => true })
    expect(await query(second, "select to_regclass('kept') as kept")).toEqual([{ kept: null }])
    await second.close()
    expect(existsSync(`${folder}.new`)).toBe(false)
  })
})
