import type { ChildProcess } from 'node:child_process'

/** The functions of a child process. Arguments and results are sent as JSON. */
export type Callable = Readonly<Record<string, (given: never) => Promise<unknown>>>

interface Call {
  readonly call: number
  readonly name: string
  readonly given: unknown
}

type Answer = { readonly call: number; readonly value: unknown } | { readonly call: number; readonly failure: string }

/** In a child process: lets the parent call `functions` by name, and ends with the parent. */
export function answerCalls(functions: Callable): void {
  process.on('message', async ({ call, name, given }: Call) => {
    const answer = await answerOf(functions[name], given)
    process.send?.({ call, ...answer })
  })
  process.on('disconnect', () => process.exit())
  // An orderly end, so that a profiler can write its results.
  process.on('SIGTERM', () => process.exit())
}

async function answerOf(called: Callable[string] | undefined, given: unknown) {
  try {
    // The parent's side is typed by the same functions.
    return { value: await called?.(given as never) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** In the parent: the functions of `child`. They reject if it fails or ends without a response. */
export function callsTo<Functions extends Callable>(child: ChildProcess): Functions {
  let last = 0
  const open = new Map<number, (answer: Answer) => void>()
  child.on('message', (answer: Answer) => {
    open.get(answer.call)?.(answer)
    open.delete(answer.call)
  })
  child.on('exit', (code, signal) => {
    for (const [call, settle] of open) settle({ call, failure: `The process ended (${code ?? signal}).` })
    open.clear()
  })
  const call = (name: string) => (given: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const number = ++last
      open.set(number, (answer) =>
        'failure' in answer ? reject(new Error(`${name}: ${answer.failure}`)) : resolve(answer.value),
      )
      child.send({ call: number, name, given })
    })
  return new Proxy({} as Functions, { get: (_, name) => call(String(name)) })
}
