import { missingNamesOf } from '@quatrain/contract/console/dependents.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { canBeMissing } from '@quatrain/contract/resources/references.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type ConsoleSection, sections } from '#lib/sections.ts'
import { allResources, aNamedServer } from '#test/named-server.ts'
import { aMember, aServer, showPage } from '#test/render-page.tsx'

const { list, publicList } = resourceEndpoints(thresholdsProfiles)
const profile = (name: string) => ({ apiid: name, name, groupname: 'G', description: '' })
const missing = [
  { kind: 'metric', names: ['disk', 'ping', 'web'], count: 5 },
  { kind: 'servicetype', names: ['queue'], count: 1 },
]
const text = 'Refers to what does not exist: metrics disk, ping, web and 2 more; service type queue'

test('an object that refers to what does not exist has a mark beside its name, which says what', async () => {
  aServer(aMember('NORDIC'))
    .answer(list, [profile('LIMITS'), profile('WHOLE')])
    .answer(missingNamesOf, [{ key: 'LIMITS', missing }])
  showPage('/ui/thresholdsprofiles')
  const mark = await screen.findByRole('img', { name: text })
  expect(within(mark.closest('td') ?? mark).getByRole('link')).toHaveTextContent('LIMITS')
  expect(screen.getAllByRole('img', { name: /does not exist/ })).toHaveLength(1)
  // A list that is measured meanwhile renders its rows once more, and the pointer has to move onto the new mark.
  await waitFor(() => {
    fireEvent.mouseEnter(screen.getByRole('img', { name: text }))
    expect(screen.getByRole('tooltip')).toHaveTextContent(text)
  })
})

test('a list stays at the row that was just saved when its marks come', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `limits_${index + 1}`)
  const api = aServer(aMember('NORDIC'))
    .answer(list, names.map(profile))
    .answer(missingNamesOf, [{ key: 'limits_40', missing }])
  const release = api.hold(missingNamesOf)
  showPage('/ui/thresholdsprofiles', { state: { kind: 'thresholdsprofile', key: 'limits_40', outcome: 'Changed' } })
  expect(await screen.findByRole('link', { name: 'limits_40' })).toBeVisible()
  release()
  expect(await screen.findByRole('img', { name: text })).toBeVisible()
  expect(screen.getByRole('link', { name: 'limits_40' })).toBeVisible()
})

test('public lists do not ask for marks', async () => {
  const api = aServer(undefined).answer(publicList, [profile('LIMITS')])
  api.answer(missingNamesOf, [{ key: 'LIMITS', missing }])
  showPage('/ui/public_thresholdsprofiles')
  expect(await screen.findByRole('link', { name: 'LIMITS' })).toBeVisible()
  expect(screen.queryByRole('img', { name: /does not exist/ })).toBeNull()
})

const kinds = [...new Set(canBeMissing.map(({ from }) => from))]

test.each(kinds)('the list of every kind that can refer to what does not exist has marks: %s', async (kind) => {
  const section = Object.values<ConsoleSection>(sections).find(({ names }) => names?.kind === kind)
  const resource = allResources.find((resource) => resource.kind === kind)
  const deployment = resource?.access.super ? 'super' : 'tenant'
  aNamedServer(deployment, ['disk', 'web.http']).answerBy(missingNamesOf, () =>
    ['disk', 'tenant: disk', 'disk: disk', '1'].map((key) => ({ key, missing })),
  )
  showPage(`/ui/${section?.at}`)
  expect((await screen.findAllByRole('img', { name: text })).length).toBeGreaterThan(0)
})
