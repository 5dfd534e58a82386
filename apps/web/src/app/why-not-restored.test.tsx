import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type ConsoleSection, sections } from '#lib/sections.ts'
import { allPages } from '#test/all-pages.ts'
import { namedSample } from '#test/named-sample.ts'
import { allResources, aNamedServer } from '#test/named-server.ts'
import { showPage } from '#test/render-page.tsx'

const names = ['disk', 'web.http'] as const

/** The pages of one version of the kinds that can be written there. */
const cases = allPages(names).flatMap((page) => {
  const { deployment, route } = page
  const section = Object.values<ConsoleSection>(sections).find(({ at }) => route === `/ui/${at}/:name/history/:version`)
  const resource = allResources.find(({ kind }) => kind === section?.names?.kind)
  const rule = resource?.access[deployment]
  return resource && rule && rule.write !== 'nobody' ? [{ ...page, kind: resource.kind, resource }] : []
})

test('every kind with a history has such a page', () => {
  const kinds = new Set(cases.map(({ kind }) => kind))
  expect(kinds.size).toBeGreaterThan(15)
  expect([...kinds]).toEqual(expect.arrayContaining(['metric', 'probecandidate', 'defaultport', 'tenant', 'apikey']))
})

/** The pages of all kinds of groups are the same. */
const ofEachKind = oneOfEachKind(cases, ({ kind }) => kind.replace(/^groupof.*/, 'group'))

test.each(ofEachKind)(
  'a version of a deleted $kind can be restored in a $deployment, or says why not',
  async (tried) => {
    const { deployment, resource, address } = tried
    const fields = Object(namedSample(resource.document, names[0], names))
    const versions = [2, 1].map((number) => ({
      id: number,
      version: String(number),
      object_repr: names[0],
      remark: '',
      comment: '',
      date_created: '2026-04-01T09:00:00.000Z',
      user: 'admin',
      deleted: number === 2,
      fields,
    }))
    aNamedServer(deployment, names).versions(resource, versions)
    showPage(address.replace(/\/[^/]+$/, '/1'))
    const notice = await screen.findByText(/ was deleted by admin/)
    if (screen.queryByRole('link', { name: 'Restore' })) return
    expect(notice).toHaveTextContent(/ was deleted by admin[^.]*\. [A-Z].+\.$/)
  },
)
