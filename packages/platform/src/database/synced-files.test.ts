import { closeSync, ftruncateSync, openSync, renameSync, utimesSync, writeSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { syncFiles } from './synced-files.ts'

/** Files that were written so long ago that a change of one now is told by its time. */
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

test('what was synced needs it again once it has been changed, in whichever way', async () => {
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

test('a new file needs it, also under the name of one that was synced', async () => {
  const { folder, open, path } = await aFolder()
  later()
  const isSynced = await syncFiles(folder)
  await writeFile(path('four'), 'one')
  renameSync(path('four'), path('one'))
  expect(isSynced(open('one'))).toBe(false)
})

test('a file that was changed just before could be changed again in the same tick of the clock', async () => {
  const { folder, open } = await aFolder()
  const isSynced = await syncFiles(folder)
  expect(isSynced(open('one'))).toBe(false)
})
