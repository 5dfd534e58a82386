import { describe, expect, test } from 'vitest'
import { parseObjects } from './parse-objects.ts'

/** The problems of a text, as lines of `line:column field: rule`. */
const problemsOf = (text: string) => {
  const { problems, brokenRules } = parseObjects('a.yaml', text)
  return [...problems, ...brokenRules].map(({ line, column, field, rule }) => `${line}:${column} ${field}: ${rule}`)
}

const head = 'kind: metricprofile\nname: CORE\nspec:\n  groupname: operations\n'

describe('a file says what is wrong with it', () => {
  test.each([
    ['a tab', `${head}  services:\n\t- service: web\n`, ['6:1 : Tabs are not allowed as indentation']],
    ['a repeated field', `${head}  description: a\n  description: b\n`, ['6:3 : Map keys must be unique']],
    [
      'unknown fields',
      `${head}  color: red\n  services: [{service: web, metric: disk, host: a}]\nowner: me\n`,
      ['7:1 owner: Unknown field', '5:3 spec.color: Unknown field', '6:43 spec.services.0.host: Unknown field'],
    ],
    [
      'an unknown kind',
      'kind: metricprofiles\nname: CORE\n',
      [expect.stringMatching(/^1:1 kind: Unknown kind; there are defaultport, .*metricoverride$/)],
    ],
    ['no kind and no name', 'spec: {}\n', ['1:1 kind: Required', '1:1 name: Required']],
    ['a number for a text', 'kind: defaultport\nname: SSH\nspec:\n  value: 22\n', ['4:3 spec.value: Must be text']],
    ['a missing field', 'kind: defaultport\nname: SSH\nspec: {}\n', ['3:1 spec.value: Required']],
    ['no spec', 'kind: defaultport\nname: SSH\n', ['1:1 spec.value: Required']],
    [
      'problems of two documents',
      'kind: defaultport\nname: 1a\nspec: {value: "22"}\n---\nkind: defaultport\nname: SSH\nspec: {value: "0"}\n',
      [
        '2:1 name: Name can contain alphanumeric characters, dash and underscore, but must always begin with a letter',
        '7:8 spec.value: Value must be between 1 and 65535',
      ],
    ],
    [
      'another name than that of its fields',
      'kind: package\nname: web-2\nspec: {name: web, version: "1", repos: [a (b)]}\n',
      ['3:8 spec.name: The name must be web-1'],
    ],
    [
      'a tag',
      'kind: defaultport\nname: !!js/function "a"\nspec: {value: "22"}\n',
      ['2:7 : Unresolved tag: tag:yaml.org,2002:js/function'],
    ],
    ['an old version', `%YAML 1.1\n---\n${head}`, ['2:1 : Only YAML 1.2 is read']],
    ['an unknown alias', `${head}  description: *a\n`, ['5:16 : There is no anchor of this name before']],
    ['an alias in itself', 'kind: &a [*a]\n', ['1:11 : An alias cannot be in what it repeats']],
    ['a list of scalars', '[1]', ['1:2 : Must be an object']],
    ['a text', 'CORE', ['1:1 : Must be an object']],
  ])('%s', (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems)
  })

  test('aliases that expand to very much', () => {
    const level = (name: string, inner: string) => `${name}: &${name} [${Array(9).fill(inner).join(',')}]\n`
    const text = level('a', 'x') + level('b', '*a') + level('c', '*b') + level('d', '*c') + level('e', '*d')
    expect(problemsOf(text)).toEqual(['1:1 : Aliases repeat more than 1000 nodes'])
    expect(problemsOf(`a: &a 1\nb: [${Array(2_000).fill('*a').join(',')}]\n`)).toEqual([
      expect.stringContaining('Aliases repeat more than 1000 nodes'),
    ])
  })

  test('lists in lists in lists', () => {
    expect(problemsOf('['.repeat(50_000)).length).toBeGreaterThan(0)
  })
})

test('aliases are expanded, defaults and comments left out, and several objects are read from YAML and JSON', () => {
  const text = `${head}  description: ""\n  services:\n  - &row {metric: disk, service: web} # this\n---\n# nothing\n---\nkind: metrictag\nname: eol\n`
  const { objects, problems } = parseObjects('a.yaml', text)
  expect(problems).toEqual([])
  const [profile, tag] = objects
  expect([profile?.name, profile?.spec, profile?.line, tag?.name, tag?.spec, tag?.line]).toEqual([
    'CORE',
    { groupname: 'operations', services: [{ service: 'web', metric: 'disk' }] },
    1,
    'eol',
    {},
    11,
  ])
  const json = JSON.stringify(
    [
      { kind: 'metrictag', name: 'eol', formerNames: ['old'] },
      { kind: 'metrictag', name: 'new', spec: {} },
    ],
    null,
    '\t',
  )
  expect(parseObjects('a.json', json)).toMatchObject({
    problems: [],
    objects: [
      { name: 'eol', formerNames: ['old'] },
      { name: 'new', formerNames: [] },
    ],
  })
})

test('an object that is against a rule is read as it is: it may be stored so', () => {
  const text = 'kind: package\nname: web-1\nspec: {repos: [], version: "1", name: web, use_present_version: false}\n'
  const { objects, problems, brokenRules } = parseObjects('a.yaml', text)
  expect([problems, brokenRules]).toMatchObject([[], [{ field: 'spec.repos' }]])
  expect(JSON.stringify(objects[0]?.spec)).toBe('{"name":"web","version":"1","repos":[]}')
})
