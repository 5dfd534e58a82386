import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { CheckboxField, SelectField, TextAreaField, TextField } from './fields.tsx'
import { MomentField } from './MomentField.tsx'
import { NetworksField } from './NetworksField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SuggestField } from './SuggestField.tsx'

const shared = { name: 'networks', label: 'Value', description: 'About it.' }
const fields = [
  ['TextField', <TextField key="" {...shared} />],
  ['TextAreaField', <TextAreaField key="" {...shared} rows={2} />],
  ['PasswordField', <PasswordField key="" {...shared} />],
  ['SelectField', <SelectField key="" {...shared} options={['a']} placeholder="Choose" />],
  ['SuggestField', <SuggestField key="" {...shared} suggestions={[]} />],
  ['CheckboxField', <CheckboxField key="" {...shared} />],
  ['MomentField', <MomentField key="" {...shared} name="expires" emptyText="never" />],
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
  const control = screen.getByLabelText(/^(Value|Address ranges \(optional\))/, { selector: 'input, select, textarea' })
  expect(control).toHaveAttribute('aria-invalid', 'true')
  expect(control).toHaveAccessibleDescription(/Is wrong\./)
})
