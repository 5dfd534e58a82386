import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isThresholds } from './thresholds.ts'

test.each([
  'load=1',
  'load=1s;0:10;11:12 disk=1B;0:200;199:500;0;500',
  'aa=0s;10:;9:',
  'aa=1;~:5',
  'aa=1;~:',
  'aa=1;5',
  'aa=1;5:1',
  'aa=1;;',
  'aa=1;;;;;;;;',
  'aa=1;',
  'aa=1;1:2;3:4;5;6',
  'aa=1.2.3',
  'aa=1bb=2',
  'aa=1cc=2',
  'aa=1us=2',
  'aa=1  bb=2',
  'aa=1\nbb=2',
  'aa=1 ',
  'aa=-1;-5:-1',
  'pl=1%;5:60;60:;0;100',
  'load15=1;8:16;@~:16',
  'aa=1;@5:10',
  'l=1',
  'aa=.5',
])('%j are thresholds', (text) => expect(isThresholds(text)).toBe(true))

test.each([
  '',
  ' aa=1',
  '_a=1',
  'a-b=1',
  'aa=',
  'aa=1.',
  'aa=+1',
  'aa=1e3',
  'aa=1GB',
  'aa=1kb',
  'aa=1 s',
  'aa=1;:5',
  'aa=1;~',
  'aa=1;@',
  'aa=1;5:~',
  'aa=1;10s',
  'aa=1;1;2;3:4',
  'aa=1;1;2;@3',
  'aa=1;1;2;3;4;5',
  'aa=1, bb=2',
  'aa=1;1; 2',
  '1=1',
])('%j are not', (text) => expect(isThresholds(text)).toBe(false))

/** The grammar as alternatives: every possible reading of a text is tried. */
function hasReading(text: string): boolean {
  const number = /^-?(\d+|\.\d+)(\.\d+)*/
  const prefixes = (pattern: RegExp, from: number) => {
    const [longest = ''] = pattern.exec(text.slice(from)) ?? []
    return Array.from(longest, (_, index) => from + index + 1).filter((to) => {
      const part = text.slice(from, to)
      return new RegExp(`${pattern.source}$`).test(part)
    })
  }
  const optional = (places: number[], more: (place: number) => number[]) =>
    new Set([...places, ...places.flatMap(more)])
  const entry = (from: number): Set<number> => {
    const values = prefixes(/^[A-Za-z]\w*=/, from).flatMap((place) => prefixes(number, place))
    const ends = optional(values, (place) => prefixes(/^(s|us|ms|%|B|KB|MB|TB|c)/, place))
    let places = ends
    const field = (content: RegExp) => (place: number) =>
      text[place] === ';' ? [place + 1, ...prefixes(content, place + 1)] : []
    const range = /^@?(~:(-?(\d+|\.\d+)(\.\d+)*)?|-?(\d+|\.\d+)(\.\d+)*(:(-?(\d+|\.\d+)(\.\d+)*)?)?)/
    for (const content of [range, range, number, number]) places = optional([...places], field(content))
    return optional([...places], (place) => prefixes(/^[; \t\n\f\r]+/, place))
  }
  const reached = new Set([0])
  for (const place of reached) for (const next of entry(place)) reached.add(next)
  return text !== '' && reached.has(text.length)
}

test('the longest reading finds every text that has any', () => {
  const word = fc.constantFrom('a', 's', 'us', 'KB', 'c', 'B', '=', '1', '.', ';', ':', '~', '@', '-', ' ', '%', 'aa=1')
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(''))
  const likely = fc.array(fc.constantFrom('a=1', 'bb=2s', ';1:2', ';', ' ', 'c', ';@~:3', ';4', '%'), { maxLength: 8 })
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        likely.map((words) => words.join('')),
      ),
      (text) => {
        expect(isThresholds(text)).toBe(hasReading(text))
      },
    ),
    { numRuns: 2_000 },
  )
})
