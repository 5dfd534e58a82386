import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { DateInput } from './DateInput.tsx'

function Page({ start, onChange }: { readonly start: string; readonly onChange: (day: string) => void }) {
  const [day, setDay] = useState(start)
  return (
    <DateInput
      label="Day"
      day={day}
      onChange={(day) => {
        onChange(day)
        setDay(day)
      }}
    />
  )
}

function show(start: string) {
  const onChange = vi.fn<(day: string) => void>()
  render(<Page start={start} onChange={onChange} />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  })
  return onChange
}

const box = () => screen.getByLabelText<HTMLInputElement>('Day')
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const dayNamed = (name: string) =>
  screen.getByRole('button', { name: (accessible) => accessible.replace(',', '') === name })

test('a day that is typed counts as soon as it is complete', () => {
  const onChange = show('2026-11-27')
  type('2026-11-2')
  expect(onChange).not.toHaveBeenCalled()
  type('2026-11-21')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-11-21')
  expect(box()).toBeValid()
})

test('a text that is no day is kept, with the rule', () => {
  const onChange = show('2026-11-27')
  type('2026-11-31')
  fireEvent.blur(box())
  expect(onChange).not.toHaveBeenCalled()
  expect(box()).toHaveValue('2026-11-31')
  expect(box()).toBeInvalid()
  expect(screen.getByText('Write a day as 2026-11-21.')).toBeVisible()
})

test('an empty box removes the day', () => {
  const onChange = show('2026-11-27')
  type('')
  fireEvent.blur(box())
  expect(onChange).toHaveBeenCalledExactlyOnceWith('')
})

test('the calendar opens from the keyboard and goes by days, weeks and months', async () => {
  const onChange = show('2026-11-27')
  fireEvent.keyDown(box(), { key: 'ArrowDown' })
  await waitFor(() => expect(dayNamed('Friday 27 November 2026')).toHaveFocus())
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  press('ArrowUp')
  expect(dayNamed('Friday 20 November 2026')).toHaveFocus()
  press('Home')
  expect(dayNamed('Monday 16 November 2026')).toHaveFocus()
  press('ArrowLeft')
  expect(dayNamed('Sunday 15 November 2026')).toHaveFocus()
  press('PageUp')
  expect(screen.getByText('October 2026')).toBeVisible()
  expect(dayNamed('Thursday 15 October 2026')).toHaveFocus()
  fireEvent.click(dayNamed('Thursday 15 October 2026'))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-10-15')
  expect(screen.queryByText('October 2026')).toBeNull()
})

test('months are turned without choosing a day', async () => {
  const onChange = show('2026-11-27')
  fireEvent.click(dayNamed('Day: open calendar'))
  fireEvent.click(await screen.findByRole('button', { name: 'Next month' }))
  expect(screen.getByText('December 2026')).toBeVisible()
  expect(onChange).not.toHaveBeenCalled()
})
