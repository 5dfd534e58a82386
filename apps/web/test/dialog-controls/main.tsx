import '#ui/styles.ts'
import { Button, MantineProvider, Popover, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Dialog } from '#ui/dialogs.tsx'
import { SuggestInput } from '#ui/SuggestInput.tsx'
import { theme } from '#ui/theme.ts'

const zones = Array.from({ length: 30 }, (_, index) => `zone ${index + 1}`)

/** A dialog with each control that opens something, for `e2e/dialog-controls.spec.ts`. */
function Page() {
  const [isOpen, setOpen] = useState(false)
  const [zone, setZone] = useState('')
  return (
    <>
      <div id="overlays" />
      <Button onClick={() => setOpen(true)}>Open the dialog</Button>
      {isOpen && (
        <Dialog title="Choose" onDismiss={() => setOpen(false)}>
          <Select label="Select" data={zones} />
          <SuggestInput
            aria-label="Suggestions"
            value={zone}
            suggestions={zones.map((value) => ({ value }))}
            onChange={setZone}
          />
          <Popover trapFocus returnFocus>
            <Popover.Target>
              <Button>Popover</Button>
            </Popover.Target>
            <Popover.Dropdown>
              <button type="button">zone 2</button>
            </Popover.Dropdown>
          </Popover>
          <TextInput label="Date" type="date" />
        </Dialog>
      )}
    </>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <MantineProvider theme={theme}>
      <Page />
    </MantineProvider>,
  )
}
