import type { TestProject } from 'vitest/node'
import { type Demonstration, demoFolder, startDemonstration } from './demonstration.ts'
import './our-demonstration.ts'

/** Starts one demonstration for each worker from an empty folder, once for all specs. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = await Promise.all(Array.from({ length: project.config.maxWorkers }, start))
  project.provide(
    'demonstrations',
    running.map(({ port, webApiPort }) => ({ port, webApiPort })),
  )
  return async () => {
    await Promise.all(running.map(stop))
  }
}

type Running = Demonstration & { remove(): void }

async function start(): Promise<Running> {
  const { data, remove } = demoFolder()
  return { ...(await startDemonstration(data)), remove }
}

async function stop({ end, remove }: Running): Promise<void> {
  const ending = await end('SIGINT')
  remove()
  if (ending !== 0) throw new Error(`The demonstration ended with ${ending}.`)
}
