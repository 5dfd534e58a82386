import Fastify from 'fastify'

/** A statement; the bare server responds with its rows, or with the first of them. */
export interface Floor {
  readonly name: string
  readonly text: string
  readonly parameters: readonly unknown[]
  readonly isOne: boolean
}

/** Runs one statement in the shortest way, and returns its rows. */
export type Run = (text: string, parameters: readonly unknown[]) => Promise<unknown[]>

export interface BareServer {
  readonly url: string
  set(floor: Floor, run: Run): void
  /** From now on `/memory` responds with these bytes of JSON. */
  keep(answer: string): void
  close(): Promise<void>
}

/**
 * The floor of everything that reads from the database: a bare Fastify whose handlers run one statement and send the
 * result. A `POST` runs it with its body as the only parameter.
 */
export async function startBareServer(): Promise<BareServer> {
  const floors = new Map<string, Floor & { readonly run: Run }>()
  const floorNamed = (name: string) => {
    const floor = floors.get(name)
    if (!floor) throw new Error(`There is no floor ${name}.`)
    return floor
  }
  let kept = Buffer.alloc(0)
  const app = Fastify({ bodyLimit: 4 * 1024 * 1024 })
  app.get('/memory', (_, reply) => reply.type('application/json; charset=utf-8').send(kept))
  app.get<{ Params: { name: string } }>('/:name', async ({ params }) => {
    const { run, text, parameters, isOne } = floorNamed(params.name)
    const rows = await run(text, parameters)
    return isOne ? rows[0] : rows
  })
  app.post<{ Params: { name: string } }>('/:name', async ({ params, body }) => {
    const { run, text } = floorNamed(params.name)
    return (await run(text, [JSON.stringify(body)]))[0]
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    set: (floor, run) => void floors.set(floor.name, { ...floor, run }),
    keep(answer) {
      kept = Buffer.from(answer)
    },
    close: () => app.close(),
  }
}
