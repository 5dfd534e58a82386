import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import type { ErrorBody } from '@quatrain/contract/kit/errors.ts'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aProfile, api, aServerOf } from '#test/profiles.ts'
import { showPage } from '#test/render-page.tsx'

const nothingElse: DryRun = { preview: 'preview-1', changes: [], notices: {} }

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

test.each<ErrorBody['code']>(['unavailable', 'internal', 'not_found', 'not_allowed'])(
  'what was typed stays when the object cannot be read again after a conflict (%s)',
  async (code) => {
    const server = aServerOf(aProfile({ description: 'Theirs' }))
    showPage('/ui/metricprofiles/CORE')
    const description = await screen.findByLabelText('Description (optional)')
    await userEvent.type(description, ' and mine')
    server.preview(api.change, nothingElse).refuse(api.change, 'stale_version').refuse(api.get, code)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('What you typed is still here.')).toBeVisible()
    expect(screen.getByLabelText('Description (optional)')).toHaveValue('Theirs and mine')
  },
)
