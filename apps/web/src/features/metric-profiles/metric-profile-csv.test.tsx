import { availableMetricTemplates } from '@quatrain/contract/catalogue/catalogue.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aProfile, api, aServerOf, confirm } from '#test/profiles.ts'
import { aMember, showPage } from '#test/render-page.tsx'

// A menu is hidden while its button is out of view, which everything is without layout.
Object.defineProperties(document.documentElement, { clientWidth: { value: 1024 }, clientHeight: { value: 768 } })
Element.prototype.getBoundingClientRect = () => new DOMRect(8, 8, 100, 36)

const fileOf = (content: BlobPart, name = 'core.csv') => new File([content], name, { type: 'text/csv' })

/** Opens the form of CORE and chooses a file; returns the dialog. */
async function choose(content: BlobPart, name?: string) {
  showPage('/ui/metricprofiles/CORE')
  await screen.findByLabelText('Service 1')
  return chooseAgain(content, name)
}

async function chooseAgain(content: BlobPart, name?: string) {
  await userEvent.upload(screen.getByLabelText('CSV file'), fileOf(content, name))
  return within(await screen.findByRole('dialog', { name: 'Import CSV' }))
}

const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const pairs = () =>
  screen.getAllByLabelText(/^Service \d+$/).map((_, at) => [typed(`Service ${at + 1}`), typed(`Metric ${at + 1}`)])

const put = () => userEvent.click(screen.getByRole('button', { name: 'Apply to form' }))

const file = '\uFEFFservice;metric;note\r\nweb;http;\r\nmail;ping;new\r\nmail;telepathy;\r\nmail;ping;again\r\nftp\r\n'

test('a file that is chosen before the predefined metrics have come is checked with them', async () => {
  const release = aServerOf(aProfile()).hold(availableMetricTemplates)
  showPage('/ui/metricprofiles/CORE')
  await screen.findByLabelText('Service 1')
  await userEvent.upload(screen.getByLabelText('CSV file'), fileOf(file))
  release()
  const dialog = within(await screen.findByRole('dialog', { name: 'Import CSV' }))
  expect(dialog.getByText('1 pair added, 1 removed, 1 unchanged, 3 rows rejected')).toBeVisible()
})

test('a file is previewed, and applied to the form only after confirmation', async () => {
  const server = aServerOf(aProfile())
  const dialog = await choose(file)
  expect(dialog.getByText('1 pair added, 1 removed, 1 unchanged, 3 rows rejected')).toBeVisible()
  expect(dialog.getByText('Ignored columns: note.')).toBeVisible()
  const rejected = dialog.getByRole('row', { name: /telepathy/ })
  expect(rejected).toHaveTextContent('4Rejected Metric: Must be one of predefined metricsmailtelepathy')
  expect(dialog.getByRole('row', { name: /Duplicated: it is in row 3/ })).toHaveTextContent(/^5Rejected.*mailping$/)
  expect(dialog.getByRole('row', { name: /the row ends before this column/ })).toHaveTextContent(/^6Rejected.*ftp$/)
  expect(dialog.getByRole('row', { name: /Removed/ })).toHaveTextContent('dnsresolve')
  expect(dialog.getByRole('button', { name: 'Cancel import' })).toHaveFocus()

  await userEvent.click(dialog.getByRole('button', { name: 'Cancel import' }))
  expect(pairs()).toEqual([
    ['dns', 'resolve'],
    ['web', 'http'],
  ])
  await chooseAgain(file)
  await put()
  expect(pairs()).toEqual([
    ['mail', 'ping'],
    ['web', 'http'],
  ])
  expect(screen.getByText('2 changes')).toBeVisible()
  expect(screen.getAllByText('core.csv: 1 pair added, 1 removed; 3 rows left out.')).not.toHaveLength(0)
  expect(server.callsOf(api.change)).toEqual([])
})

test('a merge removes nothing', async () => {
  aServerOf(aProfile())
  const dialog = await choose(file)
  await userEvent.click(dialog.getByRole('radio', { name: /^Merge/ }))
  expect(dialog.getByText('1 pair added, 0 removed, 1 unchanged, 3 rows rejected')).toBeVisible()
  await put()
  expect(pairs()).toEqual([
    ['dns', 'resolve'],
    ['mail', 'ping'],
    ['web', 'http'],
  ])
})

test('an import can be undone, and later input is kept', async () => {
  aServerOf(aProfile())
  await choose(file)
  await put()
  await userEvent.type(screen.getByLabelText('Description (optional)'), ' and more')
  await userEvent.click(screen.getByRole('button', { name: 'Undo import' }))
  expect(pairs()).toEqual([
    ['dns', 'resolve'],
    ['web', 'http'],
  ])
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('All sites and more')
  expect(screen.getByText('1 change')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo import' })).not.toBeInTheDocument()
})

test('imported pairs are saved like typed ones', async () => {
  const server = aServerOf(aProfile())
    .preview(api.change, { preview: 'preview-1', changes: [], notices: {} })
    .answer(api.change, aProfile(), '"4"')
  await choose(file)
  await put()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change metric profile')
  await screen.findByText('Metric profile successfully changed')
  expect(server.callsOf(api.change)[0]?.body).toMatchObject({
    services: [
      { service: 'mail', metric: 'ping' },
      { service: 'web', metric: 'http' },
    ],
  })
})

test('the search is cleared, so that imported pairs are visible', async () => {
  aServerOf(aProfile())
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Search metrics'), 'http')
  expect(screen.getByText('1 of 2 rows')).toBeVisible()
  await chooseAgain(file)
  await put()
  expect(screen.getByLabelText('Search metrics')).toHaveValue('')
  expect(screen.getByText('2 pairs')).toBeVisible()
})

test.each([
  [
    'a workbook',
    new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0]),
    /^The file is not a text file, so it cannot be CSV\./,
  ],
  ['another table', 'name,url,owner\nx,y,z', /^There is no column service and no column metric\./],
  ['an empty file', '', /^The file is empty\./],
  ['quotes that never end', 'service,metric\nweb,"http', /^The quotes in row 2/],
])('%s is refused with the reason, and another file can be chosen', async (_, content, why) => {
  aServerOf(aProfile())
  const dialog = await choose(content)
  expect(dialog.getByText(why)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Apply to form' })).toBeDisabled()
  await userEvent.upload(dialog.getByLabelText('Another CSV file'), fileOf('service,metric\nweb,ping', 'better.csv'))
  expect(await dialog.findByText('1 pair added, 2 removed, 0 unchanged, 0 rows rejected')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Apply to form' })).toBeEnabled()
})

test('a file in another encoding is read as Windows-1252, which is reported', async () => {
  aServerOf(aProfile())
  const bytes = new Uint8Array([...'service,metric\nbj'].map((letter) => letter.charCodeAt(0)).concat(0xf8, 114, 110))
  const content = new Uint8Array([...bytes, ...[...',ping\n'].map((letter) => letter.charCodeAt(0))])
  const dialog = await choose(content)
  expect(dialog.getByText(/^The file is not in UTF-8 and was read as Windows-1252\./)).toBeVisible()
  expect(dialog.getByRole('row', { name: /Added/ })).toHaveTextContent('bjørnping')
})

test('a file without any valid row removes nothing', async () => {
  aServerOf(aProfile())
  const dialog = await choose('service,metric\nweb,telepathy\n')
  expect(dialog.getByText('No row of the file can be imported.')).toBeVisible()
  expect(dialog.queryByRole('radio')).not.toBeInTheDocument()
  expect(dialog.queryByRole('row', { name: /Removed/ })).not.toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Apply to form' })).toBeDisabled()
})

/** Without layout a menu has no position, and counts as hidden. */
const item = (name: string) => screen.queryByRole('menuitem', { name })

test('a new profile can be imported, and has nothing to export yet', async () => {
  aServerOf(aProfile())
  showPage('/ui/metricprofiles/add')
  await userEvent.click(await screen.findByRole('button', { name: 'CSV' }))
  expect(item('Export')).toBeDisabled()
  await waitFor(() => expect(item('Import')).toHaveFocus())
})

test('a read-only user can export but not import', async () => {
  aServerOf(aProfile(), aMember('others'))
  showPage('/ui/metricprofiles/CORE')
  await userEvent.click(await screen.findByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(item('Export')).toHaveFocus())
  expect(item('Import')).not.toBeInTheDocument()
  expect(screen.queryByLabelText('CSV file')).not.toBeInTheDocument()
})
