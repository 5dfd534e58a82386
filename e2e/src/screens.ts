import { isFullRun, oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems, contrastProblems } from './accessibility.ts'
import { coveringHeadings, cutLinks, cutTimes, cutValues, overflow, scrolledTables } from './layout.ts'
import { type Appearance, appearances, desk, phone, setAppearance, showFullPage, takePicture } from './pictures.ts'
import { createStage, type Stage } from './stage.ts'
import { openWindow, originFor, pictureFailure, problemsIn, test, type Visit, type Visitor } from './visits.ts'

export interface Screen extends Omit<Visit, 'at'> {
  readonly at: string | (() => Promise<string>)
  /** Brings the page to the state to be checked. */
  readonly until: (page: Page) => Promise<unknown>
}

type NamedScreen = readonly [name: string, screen: Screen]

export const titled = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
export const linked = (name: string) => (page: Page) => page.getByRole('link', { name }).waitFor()
export const described = (name: string) => (page: Page) => page.getByRole('term').filter({ hasText: name }).waitFor()
export const saying = (text: string | RegExp) => (page: Page) => page.getByText(text).waitFor()

/** The screens of a file that have the same visitor share one window. */
const testOnStage = test.extend('stageOf', { scope: 'file' }, ({ chromium }, { onCleanup }) => {
  const stages = new Map<string, Promise<Stage>>()
  onCleanup(async () => {
    await Promise.all([...stages.values()].map(async (stage) => (await stage).page.context().close()))
  })
  const opened = async (visitor: Visitor) => createStage(await openWindow(chromium, visitor), originFor(visitor))
  return (visitor: Visitor): Promise<Stage> => {
    const key = JSON.stringify(visitor)
    const stage = stages.get(key) ?? opened(visitor)
    stages.set(key, stage)
    return stage
  }
})

/** Screens that follow one route have the same colours, for the most part. */
const routeOf = ([, { at, as, tenant }]: NamedScreen) =>
  typeof at === 'string' ? JSON.stringify([at.split('?', 1), as, tenant]) : at

/**
 * The states that every kind of object has from the same parts of the kit. Metric profiles show each of them in every run; those
 * of other kinds are shown in the full run.
 */
const states = [
  ...[
    'nothing-found',
    'not-found',
    'not-there',
    'not-allowed',
    'failing',
    'read-only',
    'history',
    'version',
    'compare',
  ],
  ...['restore', 'clone', 'confirmation', 'deleting', 'problems', 'import', 'importing', 'tenant', 'saved'],
  ...['add', 'changed', 'in-use', 'rename', 'renaming', 'being-deleted', 'offering', 'not ready', 'in pages', 'public'],
  ...['present', 'token', 'range', 'file'],
]
const inSharedState = new RegExp(`^public-|^an unknown |[- ](${states.join('|')})$`)

/** Screens of one kind of object: those in a state that every kind has are checked in the full run only. */
export const testScreensOfKind = (screens: readonly NamedScreen[]): void =>
  testScreens(isFullRun ? screens : screens.filter(([name]) => !inSharedState.test(name)))

/** Checks every screen for accessibility, for overflow in a wide and in a narrow window, and for contrast in the dark. */
export function testScreens(screens: readonly NamedScreen[]): void {
  const inTheDark = new Set(oneOfEachKind(screens, routeOf))
  testOnStage.for(screens)(
    '%s has no barriers, and fits into every window',
    async (named, { stageOf, onTestFailed }) => {
      const [name, { at, until, ...visitor }] = named
      const stage = await stageOf(visitor)
      const { page } = stage
      onTestFailed(() => pictureFailure([page.context()], name))
      await setAppearance(page, 'light', desk)
      // What a function has prepared may be missing in lists that the console has read before.
      if (typeof at === 'string') await stage.show(at, 'any')
      else await stage.show(await at(), 'new')
      await until(page)
      await loaded(page)
      const problems: string[] = []
      for (const appearance of appearances) {
        problems.push(...(await problemsOf(page, name, appearance, inTheDark.has(named))))
      }
      expect(problems).toEqual([])
      expect(problemsIn(page.context()).seen(), 'what browsers reported').toEqual([])
    },
  )
}

const loaded = (page: Page) => page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })

async function problemsOf(page: Page, name: string, { scheme, size, check }: Appearance, isInTheDark: boolean) {
  await setAppearance(page, scheme, size)
  await takePicture(page, `${name}.${size.width}.${scheme}`)
  const problems: string[] = []
  const wider = await overflow(page)
  if (wider > 0) problems.push(`${wider} pixels wider than its window`)
  const cut = [...(await cutTimes(page)), ...(size === phone ? await cutLinks(page) : await cutValues(page))]
  if (cut.length > 0) problems.push(`cut off are ${cut.join(', ')}`)
  const scrolled = await scrolledTables(page)
  if (scrolled.length > 0) problems.push(`scrolled sideways are the tables ${scrolled.join(', ')}`)
  const covering = await coveringHeadings(page)
  if (covering.length > 0) problems.push(`rows are covered by the heading of ${covering.join(', ')}`)
  if (check === 'everything') {
    await showFullPage(page, size)
    problems.push(...(await accessibilityProblems(page)))
    if (isInTheDark) {
      await page.emulateMedia({ colorScheme: 'dark' })
      problems.push(...(await contrastProblems(page)).map((text) => `dark: ${text}`))
    }
  }
  return problems.map((text) => `${scheme} ${size.width}: ${text}`)
}
