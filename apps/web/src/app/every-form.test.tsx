import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { keyIn, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { allKinds, type Kind } from '#lib/kinds.ts'
import type { FakeApi } from '#test/fake-api.ts'
import { namedSample } from '#test/named-sample.ts'
import { aNamedServer } from '#test/named-server.ts'
import { showPage } from '#test/render-page.tsx'
import { memberRoutes } from './member-routes.tsx'

// What can happen to the form of any kind: impatient clicks, a server that refuses, another user, a reload.

const names = ['earlier', 'later'] as const
const deployments: readonly Deployment[] = ['tenant', 'super']
const typed = 'typed'

const kindsOfGroups = ['aggregations', 'metricprofiles', 'metrics', 'reports', 'thresholdsprofiles']
/** Their forms have no text field, or refuse the samples; objects of the last three have no form of their own. */
const untested = [
  ...kindsOfGroups.map((kind) => `groupof${kind}`),
  ...['defaultport', 'identityprovider', 'probe', 'apikey', 'servicetype', 'tenant'],
]

const addressOf = ({ resource, paths }: Kind) =>
  paths.details(keyIn(Object(namedSample(resource.record, names[0], names)), resource.key.read))
const hasPage = (deployment: Deployment, path: string) =>
  matchRoutes(memberRoutes(deployment, true), path)?.at(-1)?.route.path?.endsWith('*') === false
const kindsIn = (deployment: Deployment) =>
  allKinds.filter((kind) => !untested.includes(kind.resource.kind) && hasPage(deployment, addressOf(kind)))

const all = <E extends Element = HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)]

/** Two clicks before anything is drawn again. */
const doubleClick = (button: Element | undefined) =>
  act(async () => {
    expect(button).toBeDefined()
    if (!button) return
    fireEvent.click(button)
    fireEvent.click(button)
  })
const save = () => all('main button[type=submit]').find(({ textContent }) => textContent === 'Save')
const answers = () => all('dialog button[type=submit]')
const kinds = 'checkbox radio file number search'.split(' ').map((type) => `[type=${type}]`)
const field = () =>
  all<HTMLInputElement>(`main form :is(input:not(${kinds}, [readonly], [aria-label^=Search]), textarea)`).find(
    ({ disabled }) => !disabled,
  )

/** Shows the page of an object and changes the first text of its form. */
async function openAndType(kind: Kind) {
  showPage(addressOf(kind), { isStrict: true })
  await waitFor(() => {
    expect(document.querySelector('main h1')).not.toBeNull()
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    expect(field()).toBeDefined()
  })
  const input = field()
  if (input) await act(async () => void fireEvent.change(input, { target: { value: typed } }))
}

async function saveTwice(server: FakeApi, change: Endpoint) {
  const before = server.callsOf(change).length
  await doubleClick(save())
  await waitFor(() => expect(answers()).toHaveLength(1))
  await doubleClick(answers()[0])
  await waitFor(() => expect(server.callsOf(change)).toHaveLength(before + 1))
}

const says = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))
const keepsInput = () => waitFor(() => expect(field()?.value).toBe(typed))

beforeEach(() => localStorage.clear())

describe.each(deployments)('in the console of a %s', (deployment) => {
  const given = (kind: Kind): { readonly server: FakeApi; readonly get: Endpoint; readonly change: Endpoint } => ({
    server: aNamedServer(deployment, names),
    get: resourceEndpoints(kind.resource).get,
    change: resourceEndpoints(kind.resource).change,
  })
  test.each(kindsIn(deployment))('$resource.kind: a double click asks once and writes once', async (kind) => {
    const { server, change } = given(kind)
    await openAndType(kind)
    const before = server.calls.length
    await saveTwice(server, change)
    expect(server.calls.slice(before).filter(({ query }) => query.dry_run !== undefined)).toHaveLength(1)
    expect(server.callsOf(change)).toHaveLength(1)
  })

  test.each(kindsIn(deployment))('$resource.kind: what was typed survives every refusal and a reload', async (kind) => {
    const { server, change, get } = given(kind)
    await openAndType(kind)

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const answer = server.hold(change)
    await saveTwice(server, change)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await says('The server did not answer within 60 seconds. It may have been carried out all the same')
    await keepsInput()
    vi.useRealTimers()
    answer()

    server.refuseWrite(change, 'upstream_failed', { detail: 'The Web API does not answer.' })
    await saveTwice(server, change)
    await says('The Web API does not answer.')
    await keepsInput()

    // Another window has saved it: its state is read again and compared.
    server.refuse(change, 'stale_version')
    const reads = server.callsOf(get).length
    await doubleClick(save())
    await waitFor(() => expect(server.callsOf(get)).toHaveLength(reads + 1))
    await keepsInput()

    cleanup()
    showPage(addressOf(kind))
    await says('These are your unsaved changes of')
    await keepsInput()

    server.refuse(change, 'not_authenticated')
    await doubleClick(save())
    await says('Your session has ended. Log in to continue; your input is kept.')
    cleanup()
    showPage(addressOf(kind))
    await keepsInput()

    server.refuse(change, 'not_found').refuse(get, 'not_found')
    await doubleClick(save())
    await says('Somebody else has deleted')
    await keepsInput()
  })
})
