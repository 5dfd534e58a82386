import type { Page } from 'playwright-core'
import { frames } from './layout.ts'

const folder = new URL('../../test-results/screens/', import.meta.url).pathname

export const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

export const desk = { width: 1440, height: 900 } as const
const tablet = { width: 1024, height: 768 } as const
export const phone = { width: 390, height: 844 } as const

export const sizes = [desk, tablet, phone] as const
type Size = (typeof sizes)[number]

/** Shows the page in these colours and in a window of this size. */
export async function lookAt(page: Page, colorScheme: Scheme, size: Size): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize(size)
  // What stands where something else is, such as a menu at its button, follows with the next frames.
  await frames(page, 3)
}

const highest = 6000

/** Makes the window as high as the page, so that a bar at its lower edge covers nothing that scrolling would show. */
export async function showWhole(page: Page, { width, height }: Size): Promise<void> {
  // What takes a share of the window grows with it, up to a height of its own.
  for (let shown: number = height; shown < highest; ) {
    const needed = await page.evaluate(() => document.documentElement.scrollHeight)
    if (needed <= shown) return
    shown = Math.min(needed, highest)
    await page.setViewportSize({ width, height: shown })
    await frames(page, 3)
  }
}

/**
 * Keeps how the window looks in `test-results/screens`, for people to look at; only when `QUATRAIN_TEST_PICTURES` is
 * set, since it takes its time and nothing depends on it.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!process.env.QUATRAIN_TEST_PICTURES) return
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' })
}
