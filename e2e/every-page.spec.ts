import { readFile } from 'node:fs/promises'
import { isFullRun, oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { openWindow, originFor, problemsIn, test } from './src/visits.ts'
import { exampleOf, shapeOf } from './src/walk/address.ts'
import { type Expected, type Found, notFound } from './src/walk/expected.ts'
import { missingForEverybody, pagesForEverybody } from './src/walk/public-pages.ts'
import { missingInSuperTenant, pagesInSuperTenant } from './src/walk/super-pages.ts'
import { missingInTenants, pagesInTenants } from './src/walk/tenant-pages.ts'
import { compare, partsOfObject, visit } from './src/walk/visit.ts'

type Role = [who: string, username: string, column: 'viewer' | 'member' | 'superuser']

const deployments = [
  {
    deployment: 'tenant' as const,
    tenant: 'nordic',
    roles: [
      ['a user without groups', 'dashboard-reader', 'viewer'],
      ['a user with groups', 'jorn.havsand', 'member'],
      ['a superuser', 'admin', 'superuser'],
    ] satisfies Role[],
    pages: pagesInTenants,
    missing: missingInTenants,
  },
  {
    deployment: 'super' as const,
    tenant: undefined,
    roles: [
      ['a user', 'observer', 'viewer'],
      ['a superuser', 'admin', 'superuser'],
    ] satisfies Role[],
    pages: pagesInSuperTenant,
    missing: missingInSuperTenant,
  },
]

const login: Found = { title: /^Log in to / }

/** Superusers find the most pages. */
const rolesOf = (roles: readonly Role[]) => (isFullRun ? roles : roles.filter(([, , column]) => column === 'superuser'))

const counts = { found: 0, refused: 0 }
afterAll(() => console.info(`Visits: ${counts.found} pages were found, ${counts.refused} were refused as expected.`))

type Visit = readonly [address: string, expected: Found]

/**
 * Makes the visits one after the other and returns all differences, objects whose pages do not name the same pages, and all errors
 * that the browser has reported.
 */
async function walk(page: Page, visits: readonly Visit[], open: typeof visit): Promise<string[]> {
  const differences: string[] = []
  const partsOfObjects = new Map<string, Set<string>>()
  for (const [address, expected] of visits) {
    const difference = await open(page, exampleOf(address), expected)
    if (difference !== undefined) differences.push(difference)
    const [object = '', parts = ''] = (await partsOfObject(page)) ?? []
    if (parts !== '') partsOfObjects.set(object, (partsOfObjects.get(object) ?? new Set()).add(parts))
    const isRefused = expected.refusal !== undefined || expected === notFound || expected === login
    counts[isRefused ? 'refused' : 'found'] += 1
  }
  for (const [object, parts] of partsOfObjects) {
    if (parts.size > 1) differences.push(`pages of ${object} name ${[...parts].join(' or ')}`)
  }
  return [...differences, ...problemsIn(page.context()).seen()]
}

describe.each(deployments)('in the $deployment deployment', ({ deployment, tenant, roles, pages, missing }) => {
  const published: readonly Expected[] = pagesForEverybody[deployment]
  const visitsOf = (rows: readonly Expected[], none: readonly string[], role: Role[2]): Visit[] => [
    ...rows.map(({ address, [role]: expected }) => [address, expected] as const),
    ...none.map((address) => [address, notFound] as const),
  ]
  const publicVisits = visitsOf(published, missingForEverybody[deployment], 'viewer')
  const start = async (page: Page, address: string) => {
    await page.goto(originFor({ tenant }) + address)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  test('every page of the console is visited, and every visited one exists', async () => {
    const list = await readFile(new URL('../docs/pages.txt', import.meta.url), 'utf8')
    const existing = list.split('\n').flatMap((line) => {
      const [where, , address = ''] = line.split('  ')
      return where === deployment ? [shapeOf(address)] : []
    })
    const expected = [...pages, ...published].map(({ address }) => shapeOf(address))
    const visited = new Set([...expected, ...missing.map(shapeOf)])
    expect(existing.filter((address) => !visited.has(address))).toEqual([])
    expect(expected.filter((address) => !existing.includes(address))).toEqual([])
  })

  test.for(rolesOf(roles))(
    '%s finds every page or its refusal',
    async ([, username, role], { chromium, onTestFinished }) => {
      const page = await openWindow(chromium, { tenant, as: username })
      onTestFinished(() => page.context().close())
      await start(page, '/ui/about')
      // Of the missing pages, and of no other one.
      problemsIn(page.context()).expect(
        /GET .*(tenantversion\/(servicetype|webhook)|identityprovider|rollouts|changerequests|webhooks)\S* 404$/,
      )
      expect(await walk(page, visitsOf(pages, missing, role), visit)).toEqual([])
      // A visitor finds them below; that signed-in users do too is shown by one of them, in `public-pages.spec.ts`.
      if (!isFullRun) return
      await start(page, '/ui/public_home')
      expect(await walk(page, publicVisits, visit)).toEqual([])
    },
  )

  test('a visitor finds the public pages, and the login page at other addresses', async ({
    chromium,
    onTestFinished,
  }) => {
    const page = await openWindow(chromium, { tenant })
    onTestFinished(() => page.context().close())
    const open = async (page: Page, address: string, expected: Found) => {
      await page.goto(originFor({ tenant }) + address)
      return compare(page, address, expected)
    }
    // The console asks for a login before it looks at the rest of the address.
    const addresses = oneOfEachKind([...pages.map(({ address }) => address), ...missing], (address) =>
      missing.includes(address),
    )
    expect(
      await walk(
        page,
        addresses.map((address) => [address, login] as const),
        open,
      ),
    ).toEqual([])
    await start(page, '/ui/public_home')
    expect(await walk(page, publicVisits, visit)).toEqual([])
  })
})
