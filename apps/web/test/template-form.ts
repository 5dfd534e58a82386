import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

export const nothing = { preview: 'digest', changes: [], notices: {} }

export const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
export const type = async (name: string, text: string) => {
  await userEvent.clear(field(name))
  if (text !== '') await userEvent.type(field(name), text)
}
export const choose = (mtype: string) => userEvent.selectOptions(field('Type'), mtype)
export const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
export const pairs = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .queryAllByRole<HTMLInputElement>('combobox')
        .map(({ value }) => value)
        .join('='),
    )
