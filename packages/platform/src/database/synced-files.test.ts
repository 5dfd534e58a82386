import { closeSync, ftruncateSync, openSync, renameSync, utimesSync, writeSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { syncFiles } from './synced-files.ts'

/** Files that are old enough for a change now to be visible in their time. */
async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'quatrain-synced-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'below'))
  for (const name of ['one', 'two', 'below/three']) await writeFile(join(folder, name), name)
  return {
    open(name: string) {
      const descriptor = openSync(join(folder, name), 'a+')
      onTestFinished(() => closeSync(descriptor))
      return descriptor
    },
    folder,
    path: (name: string) => join(folder, name),
  }
}

function later() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
}

test('a synced file needs another sync after any change', async () => {
  const { folder, open, path } = await aFolder()
  later()
  const isSynced = await syncFiles(folder)
  const [one, two, three] = [open('one'), open('two'), open('below/three')]
  expect([one, two, three].map(isSynced)).toEqual([true, true, true])
  writeSync(one, 'more')
  ftruncateSync(two, 1)
  expect([one, two, three].map(isSynced)).toEqual([false, false, true])
  utimesSync(path('below/three'), 0, 0)
  expect(isSynced(three)).toBe(false)
})

test('a new file needs a sync, even under the name of a synced one', async () => {
  const { folder, open, path } = await aFolder()
  later()
  const isSynced = await syncFiles(folder)
  await writeFile(path('four'), 'one')
  renameSync(path('four'), path('one'))
  expect(isSynced(open('one'))).toBe(false)
})

test('a file that was changed just before the sync could change again in the same tick of the clock', async () => {
  const { folder, open } = await aFolder()
  const isSynced = await syncFiles(folder)
  expect(isSynced(open('one'))).toBe(false)
})
