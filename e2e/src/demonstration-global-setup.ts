import type { TestProject } from 'vitest/node'
import { copyDemonstration, type Demonstration, demoFolder, startDemonstration } from './demonstration.ts'
import './our-demonstration.ts'

/** Fills a demonstration once for all specs, and starts a copy of it for each worker. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const filled = demoFolder()
  const first = await startDemonstration(filled.data)
  if (!first.output().includes('Loading the demonstration data')) throw new Error('An empty folder was not filled.')
  await end(first)
  project.provide('filledDemonstration', filled.data)
  const running = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startCopy(filled.data)))
  project.provide(
    'demonstrations',
    running.map(({ port, webApiPort }) => ({ port, webApiPort })),
  )
  return async () => {
    await Promise.all(running.map(stop))
    filled.remove()
  }
}

type Running = Demonstration & { remove(): void }

async function startCopy(filled: string): Promise<Running> {
  const { data, remove } = demoFolder()
  copyDemonstration(filled, data)
  return { ...(await startDemonstration(data)), remove }
}

async function stop(running: Running): Promise<void> {
  await end(running)
  running.remove()
}

async function end(demonstration: Demonstration): Promise<void> {
  const ending = await demonstration.end('SIGINT')
  if (ending !== 0) throw new Error(`The demonstration ended with ${ending}.`)
}
