import { MantineProvider, Popover, Select } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Dialog } from './dialogs.tsx'
import { SuggestInput } from './SuggestInput.tsx'
import { theme } from './theme.ts'

const suggestions = [{ value: 'north' }, { value: 'south' }]

/** Elements that open over the page, each with its container and the way to open it. */
const overlays = {
  'the options of a select': {
    node: <Select label="Zone" data={['north', 'south']} />,
    open: () => userEvent.click(screen.getByRole('combobox', { name: 'Zone' })),
  },
  'the suggestions of a text box': {
    node: <SuggestInput aria-label="Zone" value="" suggestions={suggestions} onChange={() => {}} />,
    open: () => userEvent.click(screen.getByRole('combobox', { name: 'Zone' })),
  },
  'a popover': {
    node: (
      <Popover>
        <Popover.Target>
          <button type="button">Open</button>
        </Popover.Target>
        <Popover.Dropdown>north</Popover.Dropdown>
      </Popover>
    ),
    open: () => userEvent.click(screen.getByRole('button', { name: 'Open' })),
  },
}

// The browser draws a modal dialog over everything outside of it, which is inert.
describe.each(Object.entries(overlays))('%s', (_, { node, open }) => {
  test('open inside of the dialog that they belong to', async () => {
    render(
      <MantineProvider theme={theme}>
        <div id="overlays" />
        <Dialog title="Choose" onDismiss={() => {}}>
          {node}
        </Dialog>
      </MantineProvider>,
    )
    await open()
    expect(await within(screen.getByRole('dialog', { name: 'Choose' })).findByText('north')).toBeInTheDocument()
  })
})
