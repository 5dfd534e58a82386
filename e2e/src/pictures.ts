import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import type { Page } from 'playwright-core'
import { frames } from './layout.ts'

const isTaken = Boolean(process.env.QUATRAIN_TEST_PICTURES)

const folder = new URL('../../test-results/screens/', import.meta.url).pathname

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

export const desk = { width: 1440, height: 900 } as const
const tablet = { width: 1024, height: 768 } as const
export const phone = { width: 390, height: 844 } as const

interface Size {
  readonly width: number
  readonly height: number
}

export interface Appearance {
  readonly scheme: Scheme
  readonly size: Size
  /** Whether only the layout is checked, or accessibility too. */
  readonly check: 'layout' | 'everything'
}

const wideAndNarrow: readonly Appearance[] = [
  { scheme: 'light', size: desk, check: 'everything' },
  { scheme: 'light', size: phone, check: 'layout' },
]

/** Together these cover both schemes and all layouts. Colours change no sizes. */
const all: readonly Appearance[] = [
  { scheme: 'light', size: desk, check: 'everything' },
  { scheme: 'light', size: tablet, check: 'layout' },
  { scheme: 'light', size: phone, check: 'layout' },
  { scheme: 'dark', size: phone, check: 'everything' },
]

const onlyForPictures: readonly Appearance[] = [
  { scheme: 'dark', size: tablet, check: 'layout' },
  { scheme: 'dark', size: desk, check: 'layout' },
]

/** How screens are checked. */
export const appearances: readonly Appearance[] = isTaken
  ? [...all, ...onlyForPictures]
  : isFullRun
    ? all
    : wideAndNarrow

/** Sets the colour scheme and the size of the window. */
export async function setAppearance(page: Page, colorScheme: Scheme, size: Size): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(size)
  // Elements that are positioned by another one, such as a menu, follow within the next frames.
  await frames(page, 3)
}

const highest = 6000

/** Makes the window as high as the page, so that a sticky bar covers nothing that scrolling would show. */
export async function showFullPage(page: Page, { width, height }: Size): Promise<void> {
  // Elements whose height depends on the window grow with it, up to a maximum.
  for (let shown: number = height; shown < highest; ) {
    const needed = await page.evaluate(() => document.documentElement.scrollHeight)
    if (needed <= shown) return
    shown = Math.min(needed, highest)
    await page.setViewportSize({ width, height: shown })
    await frames(page, 3)
  }
}

/**
 * Saves a screenshot in `test-results/screens` for review; only if `QUATRAIN_TEST_PICTURES` is set, because it is slow
 * and no test depends on it.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!isTaken) return
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' })
}

/** Saves screenshots of this state in both schemes, wide and narrow, under the same condition. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!isTaken) return
  const size = page.viewportSize() ?? desk
  for (const scheme of schemes) {
    for (const { width, height } of [desk, phone]) {
      await setAppearance(page, scheme, { width, height })
      await takePicture(page, `${name}.${width}.${scheme}`)
    }
  }
  await setAppearance(page, 'light', size)
}
