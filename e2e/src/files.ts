import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { dialog } from './steps.ts'

/** The content of the file that the page downloads during the action. */
export async function downloaded(page: Page, act: () => Promise<unknown>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

export interface GivenFile {
  readonly name: string
  readonly content: string | Buffer
}

/** Chooses an item of the file menu of a form. */
export async function chooseCsv(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'CSV', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Chooses a file to import, and waits for the preview. */
export async function importFile(page: Page, { name, content }: GivenFile) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseCsv(page, 'Import')])
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  const question = dialog(page, 'Import CSV')
  await question.waitFor()
  return question
}
