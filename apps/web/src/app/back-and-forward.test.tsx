import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import { act, waitFor } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { type DeclaredKind, declaredKinds } from '#lib/declared-kinds.ts'
import { paths } from '#lib/paths.ts'
import { goTo } from '#test/go-to.ts'
import { namedSample } from '#test/named-sample.ts'
import { aNamedServer } from '#test/named-server.ts'
import { showPage } from '#test/render-page.tsx'
import { memberRoutes } from './routes.tsx'

const names = ['earlier', 'later'] as const
const deployments: readonly Deployment[] = ['tenant', 'super']

/** The addresses of two objects of a kind. */
const addressesOf = ({ resource, paths }: DeclaredKind) =>
  names.map((name) => paths.details(keyIn(Object(namedSample(resource.record, name, names)), resource.key.read)))

const hasPage = (deployment: Deployment, path: string) =>
  matchRoutes(memberRoutes(deployment, true), path)?.at(-1)?.route.path?.endsWith('*') === false

/** Expects the page of this object, completely loaded. */
const expectPageOf = (name: string) =>
  waitFor(() => {
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    expect(document.querySelector('main h1')?.textContent).toContain(name)
  })

async function goBackAndForward(
  deployment: Deployment,
  [one = '', other = '']: readonly string[],
  [first, second]: readonly [string, string] = names,
) {
  aNamedServer(deployment, names)
  showPage(one)
  await expectPageOf(first)
  await goTo(other)
  await expectPageOf(second)
  await act(async () => window.history.back())
  await expectPageOf(first)
  await act(async () => window.history.forward())
  await expectPageOf(second)
}

/** Default ports have one page for all, and candidates are identified by numbers, which samples do not distinguish. */
const untested = ['defaultport', 'probecandidate']

const pages = deployments.flatMap((deployment) =>
  declaredKinds.flatMap((kind) => {
    const [one = ''] = addressesOf(kind)
    const isTested = !untested.includes(kind.resource.kind) && hasPage(deployment, one)
    return isTested ? [{ deployment, kind: kind.resource.kind, addresses: addressesOf(kind) }] : []
  }),
)

test.each(oneOfEachKind(pages, ({ kind }) => kind))(
  'in the console of a $deployment, Back and Forward show the right $kind',
  ({ deployment, addresses }) => goBackAndForward(deployment, addresses),
)

test.each([
  ['host', paths.topology.host],
  ['hosts of a metric', paths.topology.hostsOf],
] as const)('Back and Forward show the right %s of the topology', (_, addressOf) =>
  goBackAndForward(
    'tenant',
    names.map((name) => addressOf(name)),
  ),
)

test('Back and Forward lead from an object to the differences between the stores, and to it again', () =>
  goBackAndForward('tenant', [paths.differences, paths.metricProfiles.details('later')], ['Differences', 'later']))

test('every other kind has pages in a console', () => {
  const others = declaredKinds.filter((kind) => {
    const [one = ''] = addressesOf(kind)
    return !deployments.some((deployment) => hasPage(deployment, one))
  })
  expect(others).toEqual([])
})
