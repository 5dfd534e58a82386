import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems } from './accessibility.ts'
import { overflow } from './layout.ts'
import { desk, lookAt, phone, schemes, sizes, takePicture } from './pictures.ts'
import { test, type Visit } from './visits.ts'

export interface Screen extends Omit<Visit, 'at'> {
  readonly at: string | (() => Promise<string>)
  /** Brings the page to the state that is looked at. */
  readonly until: (page: Page) => Promise<unknown>
}

export const titled = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
export const linked = (name: string) => (page: Page) => page.getByRole('link', { name }).waitFor()
export const described = (name: string) => (page: Page) => page.getByRole('term').filter({ hasText: name }).waitFor()
export const saying = (text: string | RegExp) => (page: Page) => page.getByText(text).waitFor()

/** Looks at every screen in both schemes and in windows of all sizes, for barriers and for what does not fit. */
export function testScreens(screens: readonly (readonly [string, Screen])[]): void {
  test.for(screens)(
    '%s has no barriers, and fits into every window',
    async ([name, { at, until, ...visit }], { open }) => {
      const page = await open({ ...visit, at: typeof at === 'string' ? at : await at() })
      await until(page)
      const problems: string[] = []
      for (const scheme of schemes) {
        for (const size of sizes) {
          await lookAt(page, scheme, size)
          await takePicture(page, `${name}.${size.width}.${scheme}`)
          const wider = await overflow(page)
          if (wider > 0) problems.push(`${wider} pixels wider than ${size.width}`)
          // Between them, both schemes and both layouts.
          if (size !== (scheme === 'light' ? desk : phone)) continue
          const found = await accessibilityProblems(page)
          problems.push(...found.map((text) => `${scheme} ${size.width}: ${text}`))
        }
      }
      expect(problems).toEqual([])
    },
  )
}
