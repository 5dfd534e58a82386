import { expect, test } from 'vitest'
import { editedThresholdProblems, thresholdProblems } from './threshold-rules.ts'
import { readThreshold, type Threshold } from './threshold-text.ts'

const good: Threshold = {
  label: 'time',
  value: '1',
  uom: 's',
  warn1: '0',
  warn2: '5',
  crit1: '5',
  crit2: '10',
  min: '0',
  max: '60',
}
const messages = (parts: Partial<Threshold>) =>
  thresholdProblems({ ...good, ...parts }).map(({ part, message }) => `${part}: ${message}`)

const badLabel = 'label: Label can contain alphanumeric characters, but must always begin with a letter.'

test.each<[Partial<Threshold>, string[]]>([
  [{}, []],
  [{ label: '' }, ['label: Required']],
  [{ label: '1a' }, [badLabel]],
  [{ label: 'a_b' }, [badLabel]],
  [{ label: 'é' }, [badLabel]],
  [{ value: '' }, []],
  ...['5', '-5', '.5', '-.5', '5.25'].map((value): [Partial<Threshold>, string[]] => [{ value }, []]),
  ...['5.', '+5', '1e3', '5,2', '~', '@5', ' 5', '٣'].map((value): [Partial<Threshold>, string[]] => [
    { value },
    ['value: Must be a number.'],
  ]),
  [{ uom: '' }, []],
  [{ uom: 'GB' }, ['uom: Must be one of s, us, ms, B, KB, MB, TB, %, c']],
  [{ warn1: '', crit1: '' }, ['warn1: Required', 'crit1: Required']],
  ...['~', '@~', '@5', '@-5', '@.5', '-5'].map((warn1): [Partial<Threshold>, string[]] => [{ warn1 }, []]),
  ...['@', '~5', '@~5', '~@', '5@', '@@5'].map((crit1): [Partial<Threshold>, string[]] => [
    { crit1 },
    ['crit1: Must be a number.'],
  ]),
  [{ warn2: '@5', crit2: '~' }, ['warn2: Must be a number.', 'crit2: Must be a number.']],
  [{ warn2: '', crit2: '' }, []],
  [{ warn1: '5', warn2: '5', crit1: '@10', crit2: '10' }, []],
  [{ warn1: '6', warn2: '5' }, ['warn2: Should be greater than lower warning limit']],
  [{ crit1: '@11', crit2: '10' }, ['crit2: Should be greater than lower critical limit']],
  [{ warn1: '10', warn2: '9' }, ['warn2: Should be greater than lower warning limit']],
  [{ warn1: '~', warn2: '-1000' }, []],
  [{ warn1: '~', warn2: '' }, ['warn2: Required if there is no lower warning limit']],
  [{ crit1: '@~', crit2: '' }, ['crit2: Required if there is no lower critical limit']],
  [{ min: 'a', max: 'b' }, ['min: Must be a number.', 'max: Must be a number.']],
  [{ min: '60' }, ['max: Should be greater than min value.']],
  [{ min: '61' }, ['max: Should be greater than min value.']],
  [{ min: '' }, ['min: Required with a max value']],
  [{ max: '' }, ['max: Required with a min value']],
  [{ min: '', max: '' }, []],
])('%o has the problems %j', (parts, expected) => expect(messages(parts)).toEqual(expected))

const edited = (text: string, parts: Partial<Threshold>) =>
  editedThresholdProblems({ ...readThreshold(text), ...parts }).map(({ part, message }) => `${part}: ${message}`)

test('what is stored and was not changed is accepted', () => {
  for (const text of ['x=5', 'my_label=3GB;1:2:3;~:', 'x=1;9:1;~:;100', 'what']) expect(edited(text, {})).toEqual([])
})

test('what was changed follows the rules, together with what it is compared with', () => {
  expect(edited('x=5', { value: 'six' })).toEqual(['value: Must be a number.'])
  expect(edited('my_label=5;9:1;0:', { value: '6' })).toEqual([])
  expect(edited('my_label=5;9:1;0:', { warn2: '2' })).toEqual(['warn2: Should be greater than lower warning limit'])
  expect(edited('x=1;0:1;0:2;;100', { min: '200' })).toEqual(['max: Should be greater than min value.'])
})
