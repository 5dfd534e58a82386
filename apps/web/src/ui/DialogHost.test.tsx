import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aMember, aServer, showPage } from '#test/render-page.tsx'
import { Dialog, dialogs } from './dialogs.tsx'
import { tell } from './messages.ts'

function Failing(): never {
  throw new Error('Nobody thought of this.')
}

test('a dialog that fails closes with a message, and the page stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  aServer(aMember())
  showPage('/ui/about')
  await screen.findByRole('heading', { level: 1, name: 'About Quatrain' })
  let answer: unknown = 'none yet'
  await act(async () => {
    void dialogs
      .open(() => <Failing />)
      .then((given) => {
        answer = given
      })
  })
  expect(screen.getByRole('heading', { level: 1, name: 'About Quatrain' })).toBeVisible()
  expect(within(screen.getByRole('alert')).getByText('Nobody thought of this.')).toBeVisible()
  expect(screen.getAllByText('Nobody thought of this.')).toHaveLength(1)
  expect(answer).toBeUndefined()
})

const openDialog = () =>
  act(
    async () =>
      void dialogs.open((close) => (
        <Dialog title="A question" onDismiss={() => close()}>
          <p>Sure?</p>
        </Dialog>
      )),
  )

test('Back closes any open dialog', async () => {
  aServer(aMember())
  showPage('/ui/about')
  await userEvent.click(await screen.findByRole('link', { name: 'Cookie Policies' }))
  await screen.findByRole('heading', { level: 1, name: 'Cookie Policies' })
  await openDialog()
  expect(screen.getByRole('dialog', { name: 'A question' })).toBeVisible()
  await act(async () => window.history.back())
  await screen.findByRole('heading', { level: 1, name: 'About Quatrain' })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('messages can be reached from a dialog', async () => {
  aServer(aMember())
  showPage('/ui/about')
  await screen.findByRole('heading', { level: 1, name: 'About Quatrain' })
  await openDialog()
  await act(async () => tell.error({ title: 'A failure' }))
  const dialog = within(screen.getByRole('dialog', { name: 'A question' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss: A failure' }))
  expect(screen.queryByText('A failure')).not.toBeInTheDocument()
})
