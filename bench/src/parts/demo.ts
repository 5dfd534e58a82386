import { demoFolder, startDemonstration } from '@quatrain/e2e/demonstration.ts'
import { askSuccessfully } from '../http/ask.ts'
import { median } from '../median.ts'
import { type Figure, seconds } from '../report/figure.ts'
import { measureScripts } from './scripts.ts'

const rounds = 3

/** Milliseconds of one start in an empty folder, and of another start after it. */
interface Starts {
  readonly first: number
  readonly again: number
}

/** Start-up time of the demonstration, and the scripts of its pages. It has to be built already. */
export async function measureDemo(): Promise<Figure[]> {
  const starts: Starts[] = []
  for (let round = 0; round < rounds; round++) starts.push(await startTwice())
  const first = median(starts.map((start) => start.first))
  const again = median(starts.map((start) => start.again))
  const on = 'PGlite'
  const loading = first - again
  return [
    {
      what: 'cold start of the demonstration, first time',
      on,
      measured: seconds(first),
      budget: '< 10 s',
      holds: first < 10_000,
    },
    {
      what: 'cold start of the demonstration, afterwards',
      on,
      measured: seconds(again),
      budget: '< 3 s',
      holds: again < 3_000,
    },
    {
      what: 'loading of the demonstration data, including the creation of the database: the difference of the two',
      on,
      measured: seconds(loading),
      budget: '≤ 30 s',
      holds: loading <= 30_000,
    },
    ...(await withDemo(({ port }) => measureScripts(`http://nordic.localhost:${port}`))),
  ]
}

async function startTwice(): Promise<Starts> {
  const { data, remove } = demoFolder()
  try {
    return { first: await timeOfStart(data), again: await timeOfStart(data) }
  } finally {
    remove()
  }
}

/** Milliseconds from the start of the process until a page has responded. */
async function timeOfStart(data: string): Promise<number> {
  const begun = performance.now()
  const demo = await startDemonstration(data)
  await askSuccessfully({ url: `http://127.0.0.1:${demo.port}`, headers: { host: 'nordic.localhost' } }, 'GET', '/ui/')
  const took = performance.now() - begun
  await demo.end('SIGTERM')
  return took
}

async function withDemo<T>(use: (demo: { readonly port: number }) => Promise<T>): Promise<T> {
  const { data, remove } = demoFolder()
  const demo = await startDemonstration(data)
  try {
    return await use(demo)
  } finally {
    await demo.end('SIGTERM')
    remove()
  }
}
