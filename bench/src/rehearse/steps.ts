// Steps of a rehearsal under load.
import { setTimeout } from 'node:timers/promises'
import { seconds } from '../figures.ts'
import type { Load } from './load.ts'
import { step } from './report.ts'

/** Waits until `isReached`, or until something is wrong. */
export async function untilLoad({ outcomes }: Load, isReached: () => boolean): Promise<void> {
  while (!isReached() && outcomes.errors.length === 0) await setTimeout(50)
}

/** A step that breaks something, and says what clients saw until everybody saves again and all writes have ended. */
export const survive = (load: Load, label: string, fault: () => Promise<void>): Promise<void> =>
  step(label, async () => {
    const [startedAt, saves, { repeated }] = [performance.now(), load.saves(), { ...load.outcomes }]
    await fault()
    const savesBefore = load.objects.map(({ saves }) => saves)
    await untilLoad(load, () => load.objects.every((object, index) => object.saves >= (savesBefore[index] ?? 0) + 2))
    await load.untilRecovered()
    const took = seconds(performance.now() - startedAt)
    const [saved, again] = [load.saves() - saves, load.outcomes.repeated - repeated]
    if (load.outcomes.errors.length > 0) throw new Error(load.outcomes.errors.join('\n'))
    return `everybody saves again after ${took}; ${saved} saves, ${again} requests repeated`
  })

/** A step that ends the load after `saves`, and looks for what was lost or is half done. */
export const settle = (load: Load, url: string, saves: number): Promise<void> =>
  step('every acknowledged save is there, once and in order, in both stores', async () => {
    await untilLoad(load, () => load.saves() >= saves)
    const problems = await load.stop(url)
    const { took, repeated } = load.outcomes
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return `${load.saves()} acknowledged saves, ${took.length} requests, ${repeated} of them repeated; 0 lost, 0 half done`
  })
