import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Hint } from './Hint.tsx'
import { theme } from './theme.ts'

test('a hint describes its element while the pointer or the focus is on it, until Escape', async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <div id="overlays" />
      <Hint label="All of it">
        <button type="button">Part</button>
      </Hint>
    </MantineProvider>,
  )
  const part = screen.getByRole('button')
  const isHidden = () => waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())

  await userEvent.hover(part)
  expect(await screen.findByRole('tooltip')).toHaveTextContent('All of it')
  expect(part).toHaveAccessibleDescription('All of it')
  await userEvent.unhover(part)
  await isHidden()

  await userEvent.tab()
  await screen.findByRole('tooltip')
  await userEvent.keyboard('{Escape}')
  await isHidden()
  expect(part).toHaveFocus()
})
