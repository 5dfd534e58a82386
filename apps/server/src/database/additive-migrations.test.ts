import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from '@quatrain/platform/database/migrate.ts'
import { nextRelease } from '@quatrain/platform/testing/next-release.ts'
import { expect, onTestFinished, test } from 'vitest'

const folders = [join(import.meta.dirname, '../../migrations'), join(import.meta.dirname, '../../../webapi/migrations')]

/** What a server of the build before would miss. */
const removal =
  /\b(drop (column|table|view|function|role|default)|rename (to|column)|alter column \w+ (type|set not null))\b/i

/** The migrations after the first one that remove something, without the release in their name that does not use it any more. */
async function removingIn(folder: string): Promise<string[]> {
  const removing: string[] = []
  for (const name of (await namesIn(folder)).slice(1)) {
    const text = (await readFile(join(folder, `${name}.sql`), 'utf8')).replaceAll(/--.*/g, '')
    if (removal.test(text) && !/^\d+_after_\d+\.\d+_/.test(name)) removing.push(name)
  }
  return removing
}

test.each(folders)('migrations of %s only add', async (folder) => {
  expect(await removingIn(folder)).toEqual([])
  const { folder: next, remove } = await nextRelease(folder, {
    '9001_names': '-- Not: drop table words\nalter table words add column name text',
    '9002_no_words': 'drop table words',
    '9003_after_0.2_no_names': 'alter table names drop column name',
  })
  onTestFinished(remove)
  expect(await removingIn(next)).toEqual(['9002_no_words'])
})
