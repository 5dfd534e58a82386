import pg from 'pg'
import { reachesServer } from './postgresql-session.ts'

/** One session apart from the pool, which closes its own when they are idle. It is opened when it is used first. */
export function keptSession(config: pg.ClientConfig) {
  let opened: pg.Client | undefined
  async function open(): Promise<pg.Client> {
    const client = new pg.Client(config)
    // Without a listener a lost session would end the process; whoever uses it next opens another.
    client.on('error', () => {
      if (opened === client) opened = undefined
    })
    await client.connect()
    return client
  }
  return {
    /** Runs a statement in it. Answers whether the session is ours alone: a connection pooler's is anybody's. */
    async run(statement: string): Promise<boolean> {
      const client = opened ?? (await open())
      opened = client
      try {
        if (!(await reachesServer(client))) return false
        await client.query(statement)
        return true
      } catch (error) {
        opened = undefined
        await client.end().catch(() => {})
        throw error
      }
    },
    async end() {
      const client = opened
      opened = undefined
      await client?.end().catch(() => {})
    },
  }
}
