/** Milliseconds that this thread worked; time in which the machine was busy with other things does not count. */
export interface ThreadTime {
  readonly total: number
  /** The longest stretch in which the event loop could not turn to anybody else. */
  readonly longestTurn: number
}

/** How long this thread works until `work` is done. Fails when `work` does. */
export async function threadTimeOf(work: () => unknown): Promise<ThreadTime> {
  const start = process.threadCpuUsage()
  let turn = start
  let longestTurn = 0
  const endTurn = () => {
    longestTurn = Math.max(longestTurn, millisecondsSince(turn))
    turn = process.threadCpuUsage()
  }
  const turns = setInterval(endTurn, 1)
  try {
    await work()
  } finally {
    clearInterval(turns)
    endTurn()
  }
  return { total: millisecondsSince(start), longestTurn }
}

/** The least of several times: without compiling, and without garbage that others left. */
export async function leastThreadTimeOf(work: () => unknown, times = 4): Promise<ThreadTime> {
  const all: ThreadTime[] = []
  while (all.length < times) all.push(await threadTimeOf(work))
  return {
    total: Math.min(...all.map(({ total }) => total)),
    longestTurn: Math.min(...all.map(({ longestTurn }) => longestTurn)),
  }
}

function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
