import { execFileSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type WriteOptions, writeOf } from '#kit/api/write.ts'
import { curlOf, scriptOf } from './as-code.ts'

const origin = 'https://nordic.example.org'
const { change, remove } = resourceEndpoints(metricProfiles)
const bodyWith = (text: string) => ({ name: text, description: text, apiid: text, groupname: text, services: [] })

/** What curl gets if a shell runs this command: its words, and its standard input. */
function wordsOf(command: string) {
  const curl = `curl() { for word; do printf '%s\\0' "$word"; done; printf '\\0'; cat; }\n`
  const env = { PATH: '/usr/bin:/bin', QUATRAIN_KEY: 'the key' }
  const output = execFileSync('/bin/sh', ['-c', curl + command], { encoding: 'utf8', input: '', env })
  const end = output.indexOf('\0\0')
  return { words: output.slice(0, end).split('\0'), input: output.slice(end + 2) }
}

/** What the client of a script is made of and called with. */
function callsOf(script: string): unknown {
  const calls: unknown[] = []
  class ConsoleClient {
    constructor(connection: unknown) {
      calls.push(connection)
    }
    call(...input: unknown[]) {
      calls.push(...input)
    }
  }
  const statements = script.replace(/^import .*$/m, '')
  runInNewContext(`(async () => {${statements}})()`, { ConsoleClient, process: { env: { QUATRAIN_KEY: 'the key' } } })
  return JSON.parse(JSON.stringify(calls))
}

const awkwardText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom("it's", 'JSON', 'a\nJSON\nb', '$(id) `id` $HOME "!!"', '\\', "'\\''", '\u2028'),
)

test('a shell passes every text of a request on as it is', () => {
  const property = fc.property(awkwardText, awkwardText, (text, other) => {
    const options: WriteOptions = { ifMatch: `"${other.replaceAll('\0', '')}"`, ifPreviewMatch: "it's", remark: other }
    const { words, input } = wordsOf(curlOf(writeOf(change, { body: bodyWith(text) }), options, origin))
    const { pathname, searchParams } = new URL(words[4] ?? '')
    expect([pathname, searchParams.get('remark') ?? '']).toEqual(['/api/v2/internal/metricprofiles', other])
    expect(words.filter((_, index) => index !== 4)).toEqual([
      ...['-sS', '--fail-with-body', '-X', 'PUT'],
      ...['-H', 'x-api-key: the key', '-H', `If-Match: ${options.ifMatch}`, '-H', "If-Preview-Match: it's"],
      ...['-H', 'Content-Type: application/json', '--data-binary', '@-'],
    ])
    expect(JSON.parse(input)).toEqual(bodyWith(text))
  })
  fc.assert(property, { numRuns: 50 })
})

test('a delete has its name in the address, and no body', () => {
  const { words, input } = wordsOf(curlOf(writeOf(remove, { params: { key: "a'b/c" } }), { ifMatch: '"3"' }, origin))
  expect(words.slice(3)).toEqual([
    'DELETE',
    `${origin}/api/v2/internal/metricprofiles/a'b%2Fc`,
    ...['-H', 'x-api-key: the key', '-H', 'If-Match: "3"'],
  ])
  expect(input).toBe('')
})

test('a script passes every text of a request on as it is', () => {
  const property = fc.property(awkwardText, (text) => {
    const script = scriptOf(writeOf(change, { body: bodyWith(text) }), { ifMatch: '"3"', remark: text }, origin)
    expect(callsOf(script)).toEqual([
      { url: origin, key: 'the key' },
      'PUT metricprofiles',
      { ...(text !== '' && { query: { remark: text } }), body: bodyWith(text), ifMatch: '"3"' },
    ])
  })
  fc.assert(property)
})

test('a script names the parameters of an address', () => {
  const script = scriptOf(writeOf(remove, { params: { key: 'CORE' } }), {}, origin)
  expect(callsOf(script)).toEqual([
    { url: origin, key: 'the key' },
    'DELETE metricprofiles/:key',
    { params: { key: 'CORE' } },
  ])
})
