import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { chooseTimeZone } from '#lib/dates.ts'
import { ExpiryField } from './ExpiryField.tsx'
import { CheckboxField, PasswordField, SelectField, SuggestField, TextAreaField, TextField } from './fields.tsx'
import { NetworksField } from './NetworksField.tsx'

afterEach(() => chooseTimeZone(undefined))

const shared = { name: 'networks', label: 'Value', description: 'About it.' }
const fields = [
  ['TextField', <TextField key="" {...shared} />],
  ['TextAreaField', <TextAreaField key="" {...shared} rows={2} />],
  ['PasswordField', <PasswordField key="" {...shared} />],
  ['SelectField', <SelectField key="" {...shared} options={['a']} placeholder="Choose" />],
  ['SuggestField', <SuggestField key="" {...shared} suggestions={[]} />],
  ['CheckboxField', <CheckboxField key="" {...shared} />],
  ['ExpiryField', <ExpiryField key="" />],
  ['NetworksField', <NetworksField key="" />],
] as const

function Page({ field }: { readonly field: React.ReactNode }) {
  const methods = useForm({ values: { networks: [], expires: null } })
  useEffect(() => {
    for (const name of ['networks', 'expires'] as const) methods.setError(name, { message: 'Is wrong.' })
  }, [methods])
  return (
    <MantineProvider>
      <FormProvider {...methods}>{field}</FormProvider>
    </MantineProvider>
  )
}

test.each(fields)('%s tells screen readers that its value is wrong, and why', async (_, field) => {
  render(<Page field={field} />)
  await screen.findByText('Is wrong.')
  const control = screen.getByLabelText(/^(Value|Expires|Address ranges \(optional\))/, {
    selector: 'input, select, textarea',
  })
  expect(control).toHaveAttribute('aria-invalid', 'true')
  expect(control).toHaveAccessibleDescription(/Is wrong\./)
})

function Moments({ onValue }: { readonly onValue: (moment: string | null) => void }) {
  const methods = useForm<{ expires: string | null }>({ defaultValues: { expires: null } })
  const expires = methods.watch('expires')
  useEffect(() => onValue(expires), [expires, onValue])
  return (
    <MantineProvider env="test">
      <FormProvider {...methods}>
        <ExpiryField />
        <button type="button" onClick={() => methods.reset()}>
          Discard
        </button>
      </FormProvider>
    </MantineProvider>
  )
}

test('a time that is half typed is no missing time, and is kept with the rule until it is discarded', async () => {
  chooseTimeZone('Europe/Berlin')
  const values: (string | null)[] = []
  render(<Moments onValue={(moment) => void values.push(moment)} />)
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Expires (optional)' })
  await userEvent.type(box, '2026-11-21')
  expect(values.at(-1)).toBe('2026-11-21')
  expect(box).toBeValid()
  await userEvent.tab()
  expect(box).toHaveAccessibleDescription(/Write a time as 2026-11-21 14:03\. Afterwards/)
  await userEvent.type(box, ' 14:03')
  expect(values.at(-1)).toBe('2026-11-21T13:03:00.000Z')
  expect(box).toBeValid()

  await userEvent.click(screen.getByRole('button', { name: 'Expires (optional): open calendar' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Sunday,? 29 November 2026$/ }))
  expect(values.at(-1)).toBe('2026-11-29T13:03:00.000Z')
  expect(box).toHaveValue('2026-11-29 14:03')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(box).toHaveValue('')
  expect(values.at(-1)).toBeNull()
})
