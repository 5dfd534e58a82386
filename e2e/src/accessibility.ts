import axe from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  // Passed rules need no details.
  resultTypes: ['violations'],
}

/** Violations of WCAG 2.2 AA and of the checker's best practices on the current page; normally none. */
export const accessibilityProblems = (page: Page): Promise<string[]> => check(page, options)

/** Texts on the current page that have too little contrast; normally none. */
export const contrastProblems = (page: Page): Promise<string[]> =>
  check(page, { ...options, runOnly: { type: 'rule', values: ['color-contrast'] } })

async function check(page: Page, options: axe.RunOptions): Promise<string[]> {
  // Loaded once for each document: half a megabyte takes a third as long as the check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options)
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    )
  }, options)
}
