/** CPU time of this thread in milliseconds, which excludes other load on the machine. */
export interface ThreadTime {
  readonly total: number
  /** The longest time for which the event loop was blocked. */
  readonly longestTurn: number
}

/** The CPU time of this thread while `work` runs. Fails if `work` does. */
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

/** The minimum of several runs: without compilation, and without earlier garbage. */
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
