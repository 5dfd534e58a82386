import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { namesIn, outsideKinds, references, withNames } from '@quatrain/contract/resources/references.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addReferences, resourceOf } from '#test/referenced-objects.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { writeTopology } from '#test/topology.ts'
import { asDocument, readerOf } from '#test/unknown-names.ts'

/** An operations profile that the Web API does not have is refused: its id cannot be sent. */
const compared = references.filter(({ to }) => outsideKinds.some((kind) => kind === to && kind !== 'operationsprofile'))

/** The field of a body, where the document of a version calls it differently. */
const fieldOf = (field: string) => field.replace(/^metricinstances/, 'services')

const labels: Readonly<Record<string, string>> = {
  servicetype: 'Service types',
  host: 'Hosts',
  endpointgroup: 'Groups of endpoints',
  filtervalue: 'Values of filters',
}

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind.
type Fields = Readonly<Record<string, any>>

describe.each(databases)('names that only the Web API can check, on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
    await addReferences(server)
    await writeTopology(server, 'NORTH', '2030-01-01', {
      endpoints: [
        { type: 'SITES', group: 'g', service: 's', hostname: 'h', tags: { monitored: '1', info_ext_PATH: '/a' } },
        { type: 'SITES', group: 'g', service: 's', hostname: 'h2', tags: { monitored: '0', info_ext_PATH: '/b' } },
      ],
      groups: [{ type: 'NGI', group: 'NGI_A', subgroup: 'g', tags: { certification: 'Certified' } }],
    })
  })
  afterAll(() => server.close())

  /** The lines of a dry run about what the Web API has. */
  async function linesOf(method: string, path: string, body: object): Promise<string[]> {
    const answer = await admin.send(method, `${path}?dry_run=true`, body, whatever)
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ changes: expect.anything() })])
    const about = /^(The topology of today|There is no service type)|could not be checked/
    return (answer.body.notices.warning ?? '').split('\n').filter((line: string) => about.test(line))
  }

  /** An object of the kind with such a reference, as a read has it. */
  async function anObjectWith({ from, field }: (typeof references)[number]): Promise<Fields> {
    const { path, key } = resourceOf(from)
    for (const row of await readerOf(server, 'north.test').all(from)) {
      const { body } = await admin.send('GET', `${path}/${encodeURIComponent(keyIn(row, key.read))}`)
      if (namesIn(asDocument(body), { field }).length > 0) return body
    }
    throw new Error(`No ${from} has a name at ${field}.`)
  }

  test.each(compared)('a dry run says which new ones of $from at $field it does not have', async (reference) => {
    const { from, field, to } = reference
    const resource = resourceOf(from)
    const stored = await anObjectWith(reference)
    const changed = withNames(stored, [{ field: fieldOf(field) }], () => 'unlisted')
    expect(await linesOf('PUT', resource.path, changed)).toEqual([expect.stringMatching(/ unlisted\.$/)])
    if (resource.add) {
      const { apiid: _, id: __, ...fields } = changed
      const added = await linesOf('POST', resource.path, { ...fields, name: 'another' })
      expect(added).toContainEqual(expect.stringMatching(/ unlisted\.$/))
    }
    // What is stored already may stay, and a service that is away refuses nothing.
    server.webApi.behave({ kind: 'refuse', status: 503 })
    expect(await linesOf('PUT', resource.path, stored)).toEqual([])
    expect(await linesOf('PUT', resource.path, changed)).toEqual([
      `${labels[to]} could not be checked: The Web API answered 503.`,
    ])
    server.webApi.recover()
  })

  test('filters of tags and extensions are compared with the topology, in the words of the form', async () => {
    const report = (await admin.send('GET', 'reports/R')).body
    const list = (name: string, value: string, card = 'endpoint') => ({
      name,
      value,
      context: `argo.${card}.filter.tags${value === '1' ? '' : '.array'}`,
    })
    const filtered = (...filter_tags: object[]) =>
      linesOf('PUT', 'reports', { ...report, filter_tags: [...report.filter_tags, ...filter_tags] })
    const listed = [list('monitored', '1'), list('info_ext_PATH', '/a, /b'), list('certification', 'Cert*', 'group')]
    expect(await filtered(...listed)).toEqual([])
    const unlisted = [list('monitored', 'maybe'), list('info_ext_PATH', '/a, /c'), list('scope', 'x', 'group')]
    expect(await filtered(...unlisted)).toEqual([
      'The topology of today has nothing for scope: x, monitored: maybe, PATH: /c.',
    ])
    const site = { name: 'subgroup', value: 'NOWHERE', context: 'argo.group.filter.fields' }
    expect(await filtered(site)).toEqual(['The topology of today has nothing for Sites: NOWHERE.'])
  })

  test('a save does not ask for them', async () => {
    const profile = (await admin.send('GET', 'thresholdsprofiles/LIMITS')).body
    const rules = profile.rules.map((rule: object) => ({ ...rule, host: 'unlisted' }))
    const { status, body } = await admin.send('PUT', 'thresholdsprofiles', { ...profile, rules }, whatever)
    expect([status, body.warning]).toEqual([200, undefined])
  })
})
