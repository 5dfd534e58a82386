import { expect, test } from 'vitest'
import { tagOptions } from './report-options.ts'

test('tags, flags and extensions are offered, other technical tags are not', () => {
  const tags = [
    { name: 'monitored', values: ['0', '1'] },
    { name: 'scope', values: ['a', 'b'] },
    { name: 'info_ext_Queue', values: ['0', '1'] },
    { name: 'info_ID', values: ['x'] },
    { name: 'vo_biomed', values: ['x'] },
  ]
  expect(tagOptions(tags)).toEqual({
    tags: [
      { name: 'monitored', values: ['yes', 'no'], isFlag: true },
      { name: 'scope', values: ['a', 'b'], isFlag: false },
    ],
    extensions: [{ name: 'Queue', values: ['0', '1'], isFlag: false }],
  })
})
