import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { timesOfInteractions } from '../browser/interactions.ts'
import type { Page } from '../browser/open.ts'
import type { Target } from '../http/ask.ts'
import type { Figure } from '../report/figure.ts'
import { interactionFigure } from './interaction-figure.ts'
import { openingFigure, openingTime, typeInRow } from './opened-form.ts'
import { addProfile, groupsOfServices } from './profiles.ts'

const what = 'aggregation profile of 500 groups of 50 services'

/** An aggregation profile of 500 groups of 50 services: opened, typed into the names of a group and of a service, and simulated. */
export async function measureGroupedForm(page: Page, origin: string, target: Target): Promise<Figure[]> {
  const { name: services } = await addProfile(target, metricProfiles, 'SCREEN-SERVICES', { services: [] })
  const content = groupsOfServices(services, 500, 50)
  const { name } = await addProfile(target, aggregationProfiles, 'SCREEN-500x50', content)
  return [
    openingFigure(what, await openingTime(page, `${origin}/ui/aggregationprofiles/${name}`, 'Group name 1')),
    interactionFigure(`${what}: typing the name of a service`, await typeInRow(page, 'Group 1: service 4')),
    interactionFigure(`${what}: typing the name of a group`, await typeInRow(page, 'Group name 1')),
    interactionFigure(`${what}: the status of a service in the simulator`, await simulate(page)),
  ]
}

/** Milliseconds from each choice of a status in an open group to the next paint. */
async function simulate(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: 'Open simulator' }).click()
  const groups = page.getByRole('list', { name: 'Groups and the status of their services' })
  await groups.getByRole('button').first().click()
  const status = groups.getByRole('combobox').first()
  await status.focus()
  return timesOfInteractions(page, statusKeys.length, async () => {
    for (const key of statusKeys) await status.press(key, { delay: 100 })
  })
}

/** Each chooses the next or the previous status. */
const statusKeys = [...Array(5).fill('ArrowDown'), ...Array(5).fill('ArrowUp')]
