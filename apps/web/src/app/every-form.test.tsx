import { listManagedObjects, managedKinds } from '@quatrain/contract/configuration/configuration.ts'
import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { acceptsUserKeys, type Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type DeclaredKind, declaredKinds } from '#lib/declared-kinds.ts'
import type { Call, FakeApi } from '#test/fake-api.ts'
import { namedSample } from '#test/named-sample.ts'
import { aNamedServer } from '#test/named-server.ts'
import { showPage } from '#test/render-page.tsx'
import { memberRoutes } from './routes.tsx'

// What can happen to the form of any kind: impatient clicks, a server that refuses, another user, a reload.

const names = ['earlier', 'later'] as const
const deployments: readonly Deployment[] = ['tenant', 'super']
const typed = 'typed'

/** Service types and default ports are saved as a list, and tenants have no form. */
const withoutForm = ['servicetype', 'defaultport', 'tenant']

/** What the rules of a form demand of a stored object, beside the usual sample. */
const fieldsByKind: Readonly<Record<string, object>> = {
  apikey: { networks: [], scopes: [] },
  identityprovider: { issuer: 'https://login.test', metadata_address: '', metadata: '', group_rules: [] },
  webhook: { address: 'https://hooks.test/quatrain', events: ['report.change'] },
  probe: { package: `${names[0]} (${names[0]})` },
}

const addressOf = ({ resource, paths }: DeclaredKind) =>
  paths.details(keyIn(Object(namedSample(resource.record, names[0], names)), resource.key.read))
const hasPage = (deployment: Deployment, path: string) =>
  matchRoutes(memberRoutes(deployment, true), path)?.at(-1)?.route.path?.endsWith('*') === false
const isWritable = (deployment: Deployment, { resource: { access } }: DeclaredKind) =>
  (access[deployment]?.write ?? 'nobody') !== 'nobody'
const kindsIn = (deployment: Deployment) =>
  declaredKinds.filter(
    (kind) =>
      !withoutForm.includes(kind.resource.kind) && isWritable(deployment, kind) && hasPage(deployment, addressOf(kind)),
  )

const addableIn = (deployment: Deployment) =>
  declaredKinds.filter((kind) => {
    const { resource, paths } = kind
    // New service types are changes of their list.
    const isAddable = resource.add !== undefined && resource.kind !== 'servicetype' && isWritable(deployment, kind)
    return isAddable && hasPage(deployment, paths.add)
  })

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

const saveBar = () =>
  all('[data-bottom-bar] [role=status]')
    .map(({ textContent }) => textContent)
    .join()
const labelOf = (field: HTMLInputElement) => [...(field.labels ?? [])].map(({ textContent }) => textContent).join()
const isOptional = /optional|search|^(Groups of|Tested|On host|In endpoint|Metric profile$)/i
/** Empty fields that neither say that they are optional, nor belong to a table, a list of groups or a test of the input. */
const requiredFields = () =>
  all<HTMLInputElement>(`main form :is(input:not(${kinds}, [readonly]), textarea, select):not([data-cell])`).filter(
    (field) => field.value === '' && !field.disabled && labelOf(field) !== '' && !isOptional.test(labelOf(field)),
  )

interface Edit {
  /** What is edited; undefined while the page is loaded. */
  readonly find: () => HTMLElement | undefined
  readonly make: (found: HTMLElement) => void
  readonly isKept: () => boolean
}

const typing: Edit = {
  find: field,
  make: (input) => void fireEvent.change(input, { target: { value: typed } }),
  isKept: () => field()?.value === typed,
}
const removeButton = () => all(`main form [aria-label="Remove ${names[0]}"]`)[0]
const removing: Edit = {
  find: removeButton,
  make: (button) => void fireEvent.click(button),
  isKept: () => document.querySelector('main form') !== null && removeButton() === undefined,
}
const dateBox = () => all<HTMLInputElement>('main form [placeholder="YYYY-MM-DD HH:mm"]')[0]
const dated = '2099-01-01 12:00'
const dating: Edit = {
  find: dateBox,
  make: (input) => void fireEvent.change(input, { target: { value: dated } }),
  isKept: () => dateBox()?.value === dated,
}
const editOf = ({ resource: { kind } }: DeclaredKind): Edit => {
  if (kind.startsWith('groupof')) return removing
  return kind === 'apikey' ? dating : typing
}

/** Shows the page of an object and changes the first text of its form, or removes the first object of a group. */
async function openAndType(kind: DeclaredKind) {
  showPage(addressOf(kind), { isStrict: true })
  const { find, make } = editOf(kind)
  await waitFor(() => {
    expect(document.querySelector('main h1')).not.toBeNull()
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    expect(find()).toBeDefined()
  })
  const found = find()
  if (found) await act(async () => make(found))
}

async function saveTwice(server: FakeApi, change: Endpoint) {
  const before = server.callsOf(change).length
  await doubleClick(save())
  await waitFor(() => expect(answers()).toHaveLength(1))
  await doubleClick(answers()[0])
  await waitFor(() => expect(server.callsOf(change)).toHaveLength(before + 1))
}

const buttons = (text: string) => all('button').filter(({ textContent }) => textContent === text)
/** What the topmost dialog shows as the command of a shell; closes it. */
async function commandOf(button: Element | undefined) {
  await act(async () => {
    if (button) fireEvent.click(button)
  })
  await waitFor(() => expect(all('dialog pre').length).toBeGreaterThan(0))
  const [command = '', , file = ''] = all('dialog pre').map(({ textContent }) => textContent)
  await act(async () => fireEvent.click(buttons('Close').at(-1) as Element))
  const [, address = ''] = /'http:\/\/[^/]+([^']+)'/.exec(command) ?? []
  const [, tag] = /'If-Match: (.*)'/.exec(command) ?? []
  const [fileKind] = /(?<=^kind: ).*$/m.exec(file) ?? []
  return { address, tag, body: JSON.parse(/^\{$.*^\}$/ms.exec(command)?.[0] ?? 'null'), fileKind }
}

const says = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))
const keepsInput = (kind: DeclaredKind) => waitFor(() => expect(editOf(kind).isKept()).toBe(true))

beforeEach(() => localStorage.clear())

describe.each(deployments)('in the console of a %s', (deployment) => {
  const given = (
    kind: DeclaredKind,
  ): { readonly server: FakeApi; readonly get: Endpoint; readonly change: Endpoint } => {
    const { get, change } = resourceEndpoints(kind.resource)
    const server = aNamedServer(deployment, names).answer(listManagedObjects, [])
    const fields = fieldsByKind[kind.resource.kind]
    if (fields) server.answer(get, { ...Object(namedSample(kind.resource.record, names[0], names)), ...fields })
    return { server, get, change }
  }
  test.each(addableIn(deployment))(
    '$resource.kind: a new form has no problem before Save, and then all of them',
    async (kind) => {
      given(kind)
      showPage(kind.paths.add)
      await waitFor(() => {
        expect(document.querySelector('[aria-busy=true]')).toBeNull()
        expect(save()).toBeDefined()
      })
      expect(document.querySelector('[aria-invalid=true]')).toBeNull()
      expect(saveBar()).toBe('')
      await doubleClick(save())
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'))
      expect(
        requiredFields()
          .filter((field) => field.getAttribute('aria-invalid') !== 'true')
          .map(labelOf),
      ).toEqual([])
      expect(saveBar()).toMatch(/^\d+ problems?$/)
    },
  )

  test.each(kindsIn(deployment))('$resource.kind: a double click asks once and writes once', async (kind) => {
    const { server, change } = given(kind)
    await openAndType(kind)
    const before = server.calls.length
    await saveTwice(server, change)
    expect(server.calls.slice(before).filter(({ query }) => query.dry_run !== undefined)).toHaveLength(1)
    expect(server.callsOf(change)).toHaveLength(1)
  })

  test.each(kindsIn(deployment))(
    '$resource.kind: the request that the form and the preview show is the one that is sent',
    async (kind) => {
      const { server, change } = given(kind)
      await openAndType(kind)
      if (!acceptsUserKeys(change)) {
        await doubleClick(save())
        await waitFor(() => expect(answers()).toHaveLength(1))
        return expect(buttons('As code')).toEqual([])
      }
      await waitFor(() => expect(buttons('As code')).toHaveLength(1))
      const inForm = await commandOf(buttons('As code')[0])
      await doubleClick(save())
      await waitFor(() => expect(answers()).toHaveLength(1))
      const inPreview = await commandOf(buttons('As code')[1])
      await doubleClick(answers()[0])
      await waitFor(() => expect(server.callsOf(change)).toHaveLength(1))
      const [{ path, body, headers }] = server.callsOf(change) as [Call]
      const { kind: name } = kind.resource
      const fileKind = managedKinds.has(name) ? name : undefined
      const sent = { address: path, tag: headers.get('if-match') ?? undefined, body, fileKind }
      expect([inForm, inPreview]).toEqual([sent, sent])
    },
  )

  test.each(kindsIn(deployment))('$resource.kind: what was typed survives every refusal and a reload', async (kind) => {
    const { server, change, get } = given(kind)
    await openAndType(kind)

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const answer = server.hold(change)
    await saveTwice(server, change)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await says('The server did not answer within 60 seconds. It may have been carried out all the same')
    await keepsInput(kind)
    vi.useRealTimers()
    answer()

    server.refuseWrite(change, 'upstream_failed', { detail: 'The Web API does not answer.' })
    await saveTwice(server, change)
    await says('The Web API does not answer.')
    await keepsInput(kind)

    // Another window has saved it: its state is read again and compared.
    server.refuse(change, 'stale_version')
    const reads = server.callsOf(get).length
    await doubleClick(save())
    await waitFor(() => expect(server.callsOf(get)).toHaveLength(reads + 1))
    await keepsInput(kind)

    cleanup()
    showPage(addressOf(kind))
    await says('These are your unsaved changes of')
    await keepsInput(kind)

    server.refuse(change, 'not_authenticated')
    await doubleClick(save())
    await says('Your session has ended. Log in to continue; your input is kept.')
    cleanup()
    showPage(addressOf(kind))
    await keepsInput(kind)

    server.refuse(change, 'not_found').refuse(get, 'not_found')
    await doubleClick(save())
    await says('Somebody else has deleted')
    await keepsInput(kind)
  })
})
