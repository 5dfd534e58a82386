import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { confirm } from '#test/profiles.ts'
import { showPage } from '#test/render-page.tsx'
import { field, nothing, pairs, save, type } from '#test/template-form.ts'
import { api, aSuperServer, aTemplate } from '#test/templates.ts'

test('rows are moved, inserted and removed, and sent in order', async () => {
  const server = aSuperServer().preview(api.change, nothing).answer(api.change, aTemplate(), '"5"')
  showPage('/ui/metrictemplates/web.http')
  await screen.findByLabelText('Parameter: key 1')
  await userEvent.click(screen.getByRole('button', { name: 'Parameter: Move down -w' }))
  expect(pairs('Parameter')).toEqual(['-c=10', '-w=5'])
  expect(screen.getByText('1 change')).toBeVisible()
  await userEvent.click(field('Parameter: key 1'))
  await userEvent.keyboard('{Escape}{Alt>}{ArrowDown}{/Alt}')
  expect(pairs('Parameter')).toEqual(['-w=5', '-c=10'])
  expect(field('Parameter: key 2')).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Parameter: Insert below -w' }))
  await userEvent.keyboard('-t{Enter}20')
  await userEvent.click(screen.getByRole('button', { name: 'Parameter: Remove -c' }))
  await userEvent.click(screen.getByRole('button', { name: 'Attributes: Remove URL' }))
  expect(pairs('Attributes')).toEqual(['='])
  expect(screen.getByText('3 changes')).toBeVisible()
  await save()
  await confirm('Change metric template')
  await screen.findByText('Metric template successfully changed')
  expect(server.callsOf(api.change)[0]?.body).toMatchObject({
    parameter: [
      { key: '-w', value: '5' },
      { key: '-t', value: '20' },
    ],
    attribute: [],
  })
})

test('rows are pasted from a spreadsheet, and a duplicate key is marked', async () => {
  aSuperServer()
  showPage('/ui/metrictemplates/web.http')
  await screen.findByLabelText('Attributes: key 1')
  await userEvent.click(field('Attributes: key 1'))
  await userEvent.paste('TOKEN\t--token\nURL\t--url\n')
  expect(pairs('Attributes')).toEqual(['URL=--url', 'TOKEN=--token'])
  await type('Attributes: key 2', 'URL')
  await userEvent.tab()
  const attributes = within(screen.getByRole('table', { name: 'Attributes' }))
  expect(await attributes.findByText('Duplicated')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(field('Attributes: key 2')).toHaveFocus())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('keys of other templates are suggested, with the number of templates', async () => {
  aSuperServer()
  showPage('/ui/metrictemplates/add')
  await screen.findByLabelText('Flags: key 1')
  await userEvent.click(field('Flags: key 1'))
  const offered = await screen.findByRole('listbox', { name: 'Suggestions for Flags: key 1' })
  expect(
    within(offered)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['OBSESSin 1', 'PASSIVEin 1'])
  await userEvent.click(field('Config: timeout'))
  expect(await screen.findByRole('option', { name: '30in 1' })).toBeVisible()
})

test('tags are selected or added without duplicates, and can be removed', async () => {
  const server = aSuperServer().preview(api.change, nothing).answer(api.change, aTemplate(), '"5"')
  showPage('/ui/metrictemplates/web.http')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Tags (optional)' }), 'eol,brand-new,eol,')
  await userEvent.type(screen.getByRole('combobox', { name: 'Tags (optional)' }), 'job{ArrowDown}{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Remove tag internal' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Tags (optional)' }))
  await userEvent.paste('pasted, all together')
  await userEvent.tab()
  await save()
  await confirm('Change metric template')
  await screen.findByText('Metric template successfully changed')
  expect(server.callsOf(api.change)[0]?.body).toMatchObject({
    tags: ['all together', 'brand-new', 'eol', 'job submit', 'pasted', 'web'],
  })
})

test('after another user has saved, keys are merged one by one', async () => {
  const theirs = aTemplate({
    config: aTemplate().config.map((pair) => (pair.key === 'timeout' ? { ...pair, value: '90' } : pair)),
    parameter: [{ key: '-c', value: '10' }],
  })
  const server = aSuperServer().refuse(api.change, 'stale_version')
  showPage('/ui/metrictemplates/web.http')
  await screen.findByLabelText('Config: timeout')
  await type('Config: timeout', '60')
  await type('Config: interval', '7')
  server.answer(api.get, theirs, '"5"')
  await save()
  const screenOf = within(await screen.findByRole('region', { name: 'Changed by somebody else' }))
  const timeout = within(screenOf.getByRole('row', { name: /timeout/ }))
  expect(timeout.getByText('Both changed it')).toBeVisible()
  await userEvent.click(timeout.getByRole('button', { name: 'Take theirs for timeout' }))
  expect(screenOf.getByRole('row', { name: /-w not there/ })).toBeVisible()
  await userEvent.click(screenOf.getByRole('button', { name: 'Continue with the result' }))
  expect(field('Config: timeout').value).toBe('90')
  expect(field('Config: interval').value).toBe('7')
  expect(pairs('Parameter')).toEqual(['-c=10'])
})
