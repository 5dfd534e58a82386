import type { Page } from '../browser/open.ts'
import { withPage } from '../browser/open.ts'
import type { Figure } from '../report/figure.ts'
import { originOf, person } from '../visitors.ts'
import { measureClickToList } from './click-to-list.ts'
import { measureGroupedForm } from './grouped-form.ts'
import { measureLongForm } from './long-form.ts'
import { measureLongImport } from './long-import.ts'
import { measureLongList } from './long-list.ts'
import { manyTenant, type Place, tenant, wideTenant } from './places.ts'

/** The speed of lists and of the heaviest screens. Returns the browser's version too. */
export async function measureScreens({
  server,
}: Place): Promise<{ readonly figures: Figure[]; readonly browser: string }> {
  const visit = async <T>(whose: string, use: (page: Page, origin: string, version: string) => Promise<T>) => {
    const { cookies } = await person(server.consoleUrl, whose)
    const origin = originOf(server.consoleUrl, whose)
    return withPage(origin, cookies, (page, version) => use(page, origin, version))
  }
  const { target } = await person(server.consoleUrl, tenant)
  const clicks = [
    ...(await visit(manyTenant, (page, origin) => measureClickToList(page, origin, '200 metric profiles'))),
    ...(await visit(wideTenant, (page, origin) => measureClickToList(page, origin, '10,000 metric profiles'))),
  ]
  const form = await visit(tenant, (page, origin) => measureLongForm(page, origin, target))
  const grouped = await visit(tenant, (page, origin) => measureGroupedForm(page, origin, target))
  const imported = await visit(tenant, measureLongImport)
  const list = await visit(wideTenant, async (page, origin, version) => ({
    version,
    figures: await measureLongList(page, origin),
  }))
  return { figures: [...clicks, ...form, ...grouped, ...imported, ...list.figures], browser: list.version }
}
