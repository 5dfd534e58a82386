import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aProfile, aServerOf } from '#test/profiles.ts'
import { showPage } from '#test/render-page.tsx'

const help = () => screen.queryAllByRole('dialog', { name: 'Keyboard shortcuts' })
const filter = () => screen.getByRole('searchbox', { name: 'Filter by name' })
const box = () => screen.findByLabelText('Single-key shortcuts')

async function showList() {
  aServerOf(aProfile())
  showPage('/ui/metricprofiles')
  await screen.findByRole('link', { name: 'CORE' })
}

test('a key shows the help once', async () => {
  await showList()
  await userEvent.keyboard('???')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(help()).toHaveLength(1)
})

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test.each([
  ['the help', () => press('Keyboard shortcuts'), () => press('Close')],
  ['the account', () => press(/^Welcome/), () => press(/^Welcome/)],
])('single keys are disabled in %s, and this browser remembers it', async (_, open, close) => {
  await showList()
  await open()
  await userEvent.click(await box())
  expect(localStorage.getItem('quatrain.single-keys')).toBe('false')
  await close()
  await userEvent.keyboard('?/')
  expect(help()).toHaveLength(0)
  expect(filter()).not.toHaveFocus()

  await open()
  await userEvent.click(await box())
  await close()
  await userEvent.keyboard('/')
  expect(filter()).toHaveFocus()
})
