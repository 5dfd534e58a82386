import { expect, test } from 'vitest'
import { reposByTag, withRepo } from './repos-by-tag.ts'

const repo = (name: string, tag: string) => ({ id: 1, name, tag, content: '', description: '' })
const repos = [repo('base', 'CentOS 7'), repo('base', 'Rocky 9'), repo('extra', 'Rocky 9')]
const tags = ['CentOS 6', 'CentOS 7', 'Rocky 9']

test('there is a row for each operating system, whatever repos a package is in', () => {
  expect(reposByTag(tags, repos, ['base (Rocky 9)'])).toEqual([
    { tag: 'CentOS 6', chosenRepo: '', otherRepos: [], options: [] },
    { tag: 'CentOS 7', chosenRepo: '', otherRepos: [], options: ['base (CentOS 7)'] },
    { tag: 'Rocky 9', chosenRepo: 'base (Rocky 9)', otherRepos: [], options: ['base (Rocky 9)', 'extra (Rocky 9)'] },
  ])
})

test('selected repos are shown even while the others are not loaded', () => {
  const rows = reposByTag([], [], ['base (CentOS 7)', 'base (Rocky 9)'])
  expect(rows.map(({ tag, chosenRepo, options }) => [tag, chosenRepo, options])).toEqual([
    ['CentOS 7', 'base (CentOS 7)', ['base (CentOS 7)']],
    ['Rocky 9', 'base (Rocky 9)', ['base (Rocky 9)']],
  ])
})

test('one repo is selected in a row, and those that other programs added are kept', () => {
  const labels = ['base (Rocky 9)', 'extra (Rocky 9)', 'base (CentOS 7)']
  const row = reposByTag(tags, repos, labels)[2]
  if (!row) throw new Error('There is no such row.')
  expect(row.otherRepos).toEqual(['extra (Rocky 9)'])
  expect(withRepo(labels, row, '')).toEqual(['extra (Rocky 9)', 'base (CentOS 7)'])
  expect(withRepo(labels, row, 'more (Rocky 9)')).toEqual(['extra (Rocky 9)', 'base (CentOS 7)', 'more (Rocky 9)'])
  expect(withRepo(labels, row, 'extra (Rocky 9)')).toEqual(['base (CentOS 7)', 'extra (Rocky 9)'])
})
