import { execFileSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'
import { objectText } from '@quatrain/contract/configuration/object-file.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { defaultPorts, replaceDefaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { changeMetrics } from '@quatrain/contract/resources/metric-bulk.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type WriteOptions, writeOf } from '#kit/api/write.ts'
import { curlOf, filesOf, scriptOf } from './as-code.ts'

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

test('a file says what a change stores, without ids', () => {
  const body = { ...bodyWith('x'), description: "It's $new\nline" }
  const file = { kind: 'metricprofile', name: 'x', spec: { groupname: 'x', description: body.description } }
  expect(filesOf(writeOf(change, { body }), metricProfiles, origin)).toBe(objectText(file, origin))
})

test('a list that is saved as one is several objects', () => {
  const ports = [
    { name: 'SSH_PORT', value: '22' },
    { name: 'WEB_PORT', value: '443' },
  ]
  const files = ports.map(({ name, value }) => objectText({ kind: 'defaultport', name, spec: { value } }, origin))
  expect(filesOf(writeOf(replaceDefaultPorts, { body: { ports } }), defaultPorts, origin)).toBe(files.join('---\n'))
})

test('no file says a delete, or a change of several objects', () => {
  const bulk = writeOf(changeMetrics, { body: { metrics: ['web.http'], config: [{ key: 'timeout', value: '30' }] } })
  expect(filesOf(bulk, metrics, origin)).toBeUndefined()
  expect(filesOf(writeOf(remove, { params: { key: 'CORE' } }), metricProfiles, origin)).toBeUndefined()
})
