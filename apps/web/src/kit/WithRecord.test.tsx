import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aProfile, api, aServerOf } from '#test/profiles.ts'
import { showPage } from '#test/render-page.tsx'

/** Goes to another address as a link does, without loading the page again. */
const goTo = (address: string) =>
  act(async () => {
    window.history.pushState(null, '', address)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

test('Back between two objects reads the first one again and shows it', async () => {
  const core = aProfile({ name: 'CORE', description: 'The core' })
  const server = aServerOf(core)
  showPage('/ui/metricprofiles/CORE')
  expect(await screen.findByDisplayValue('The core')).toBeVisible()

  const edge = { name: 'EDGE', description: 'The edge', apiid: '2b1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a12' }
  server.answer(api.get, aProfile(edge), '"1"')
  await goTo('/ui/metricprofiles/EDGE')
  expect(await screen.findByDisplayValue('The edge')).toBeVisible()

  server.answer(api.get, { ...core, description: 'Changed meanwhile' }, '"4"')
  await act(async () => window.history.back())
  expect(await screen.findByDisplayValue('Changed meanwhile')).toBeVisible()
})
