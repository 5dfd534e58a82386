import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeArchive } from './archive-writer.ts'

test('a full disk is named with the file, of which nothing stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quatrain-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'a.tar.zst')
  // Every write to this device fails like one to a full disk.
  await symlink('/dev/full', `${file}.partial`)
  const writing = writeArchive(file, (archive) => archive.add('a', Buffer.from('content')))
  await expect(writing).rejects.toThrow(`The disk is full, so that ${file} could not be written.`)
  expect(await readdir(folder)).toEqual([])
})
