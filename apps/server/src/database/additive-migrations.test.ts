import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The databases, with the last migration of release 0.1. */
const folders = [
  { folder: join(import.meta.dirname, '../../migrations'), last: '0070' },
  { folder: join(import.meta.dirname, '../../../webapi/migrations'), last: '0022' },
]

/** What a server of the build before would miss. */
const removal =
  /\b(drop (column|table|view|function|role|default)|rename (to|column)|alter column \w+ (type|set not null))\b/i

describe.each(folders)('migrations of $folder', ({ folder, last }) => {
  test('only add, unless their name says from which release on nothing uses what they remove', async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql') && file.slice(0, 4) > last)
    const removing: string[] = []
    for (const file of files) {
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll(/--.*/g, '')
      if (removal.test(text) && !/^\d+_after_\d+\.\d+_/.test(file)) removing.push(file)
    }
    expect(removing).toEqual([])
  })
})
