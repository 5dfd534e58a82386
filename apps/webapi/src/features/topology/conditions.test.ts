import { expect, test } from 'vitest'
import { conditionsOn, tagConditions } from './conditions.ts'

const tag = (name: string, matched: string[], excluded: string[] = []) => ({ on: 'tag', name, matched, excluded })

test.each([
  ['monitored:1', [tag('monitored', ['1'])]],
  ['monitored:1,scope:a*,monitored:0', [tag('monitored', ['1', '0']), tag('scope', ['a*'])]],
  ['scope:~a,scope:~b', [tag('scope', [], ['a', 'b'])]],
  ['scope:a*,scope:~ab', [tag('scope', ['a*'], ['ab'])]],
  ['info_URL:https://x.example:8080/', [tag('info_URL', ['https://x.example:8080/'])]],
  ['a.b:c.d', [tag('a.b', ['c.d'])]],
  ['a\\:b:c\\, d\\\\', [tag('a:b', ['c, d\\'])]],
  ['C:\\dir', [tag('C', ['\\dir'])]],
  ['x:', [tag('x', [''])]],
  ['x:~*', [tag('x', [], ['*'])]],
  [',x:1,', [tag('x', ['1'])]],
  ['', []],
])('the tags %j are read', (text, expected) => {
  expect(tagConditions([text])).toEqual(expected)
})

test('all tags parameters count', () => {
  expect(tagConditions(['x:1', 'x:2,y:3'])).toEqual([tag('x', ['1', '2']), tag('y', ['3'])])
})

test.each(['bogus', 'x:1,bogus', 'scope:alpha, beta'])('%j is refused instead of being ignored', (text) => {
  expect(() => tagConditions([text])).toThrow('is not in the form name:value')
})

test('values of one field are alternatives, and negated ones exclude', () => {
  expect(
    conditionsOn('field', [
      ['group', 'A*'],
      ['group', '~AB'],
      ['type', 'NGI'],
    ]),
  ).toEqual([
    { on: 'field', name: 'group', matched: ['A*'], excluded: ['AB'] },
    { on: 'field', name: 'type', matched: ['NGI'], excluded: [] },
  ])
})
