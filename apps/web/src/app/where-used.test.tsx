import { dependentsOf } from '@quatrain/contract/console/dependents.ts'
import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { references } from '@quatrain/contract/resources/references.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isMutual, isShownAsField } from '#kit/page/WhereUsed.tsx'
import { type ConsoleSection, sections, sectionsOfMembers } from '#lib/sections.ts'
import { allPages } from '#test/all-pages.ts'
import { allResources, aNamedServer } from '#test/named-server.ts'
import { showPage } from '#test/render-page.tsx'

const names = ['web.http', 'disk'] as const
const user = 'the-user'

/** The addresses of the sections of a kind in a deployment. */
const sectionsOf = (kind: string, deployment: Deployment) =>
  [...sectionsOfMembers(deployment, true)]
    .map((name): ConsoleSection => sections[name])
    .filter(({ names }) => names?.kind === kind)
    .map(({ at }) => `/ui/${at}`)

const hasKind = (kind: string, deployment: Deployment) =>
  allResources.some((resource) => resource.kind === kind && resource.access[deployment] !== undefined)

/** A tenant's pages of a probe have addresses for its templates. */
const alsoAt = new Map([['metrictemplate', ['/ui/probes']]])

/** Tenants have no pages of tags, and the super-tenant has no metrics: its page of a tag shows the tenants that have some. */
const withoutPage = ['metric metrictag']

const pages = allPages(names).filter(({ route }) => /\/:name$/.test(route))

/** Each kind that refers to another, with the page of the other in each deployment that has both. */
const cases = (['super', 'tenant'] as const).flatMap((deployment) =>
  references
    .filter((reference) => !isMutual(reference))
    .filter(({ from, to }) => hasKind(from, deployment) && hasKind(to, deployment))
    .filter(({ from, to }, index, all) => all.findIndex((one) => one.from === from && one.to === to) === index)
    .flatMap(({ from, to }) =>
      sectionsOf(to, deployment).flatMap((section) => {
        const page = pages.find((page) => page.deployment === deployment && page.route === `${section}/:name`)
        return page ? [{ deployment, from, to, address: page.address }] : []
      }),
    ),
)

test('every kind that others refer to has a page that can say so', () => {
  const own = references
    .filter((reference) => !isMutual(reference))
    .filter(({ to }) => allResources.some(({ kind }) => kind === to))
  const tried = new Set(cases.map(({ from, to }) => `${from} ${to}`))
  const untried = own.map(({ from, to }) => `${from} ${to}`).filter((pair) => !tried.has(pair))
  expect(untried).toEqual(withoutPage)
})

test.each(cases)(
  'in the console of a $deployment, the page of a $to shows each $from that refers to it',
  async (tried) => {
    const { deployment, from, to, address } = tried
    const { field } = references.find((reference) => reference.from === from && reference.to === to) ?? { field: '' }
    aNamedServer(deployment, names).answer(dependentsOf, [{ kind: from, name: user, field, count: 1 }])
    showPage(address)
    const region = await screen.findByRole('region', { name: 'Where it is used' })
    const used = isShownAsField({ from, to }) ? screen.getByRole('main') : region
    const places = [...sectionsOf(from, deployment), ...(alsoAt.get(from) ?? [])]
    await waitFor(() => {
      const links = within(used)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href') ?? '')
      expect(
        links.filter((link) => places.some((place) => link.startsWith(`${place}/`) || link.startsWith(`${place}?`))),
      ).not.toEqual([])
    })
  },
)
