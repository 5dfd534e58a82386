import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { SuggestInput } from './SuggestInput.tsx'
import { theme } from './theme.ts'

const suggestions = [{ value: 'north' }, { value: 'south' }]

/** Opens the list of a text box in an area that scrolls, and returns a function that moves the text box. */
async function openList() {
  render(
    <MantineProvider theme={theme}>
      <div id="overlays" />
      <div data-testid="area">
        <SuggestInput aria-label="Zone" value="" suggestions={suggestions} onChange={() => {}} />
      </div>
    </MantineProvider>,
  )
  const box = screen.getByRole('combobox', { name: 'Zone' })
  const area = screen.getByTestId('area')
  vi.spyOn(area, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 400, 300))
  const moveTo = (top: number) => vi.spyOn(box, 'getBoundingClientRect').mockReturnValue(new DOMRect(20, top, 200, 30))
  moveTo(150)
  await userEvent.click(box)
  return { area, moveTo, list: screen.getByRole('listbox') }
}

describe('the list of suggestions', () => {
  test('stays open on a scroll event that comes late, after which the text box is where it was', async () => {
    const { area, list } = await openList()
    fireEvent.scroll(document)
    fireEvent.scroll(area)
    expect(list).toBeInTheDocument()
    expect(list).toHaveStyle({ top: '182px' })
  })

  test('follows its text box', async () => {
    const { area, moveTo, list } = await openList()
    moveTo(250)
    fireEvent.scroll(area)
    expect(list).toHaveStyle({ top: '282px' })
  })

  test('closes when its text box is scrolled out of the window', async () => {
    const { moveTo, list } = await openList()
    moveTo(-31)
    fireEvent.scroll(document)
    expect(list).not.toBeInTheDocument()
  })

  test('closes when its text box is scrolled out of the area around it', async () => {
    const { area, moveTo, list } = await openList()
    moveTo(401)
    fireEvent.scroll(area)
    expect(list).not.toBeInTheDocument()
  })
})
