// Queries on default ports for other features.
import type { Context } from '#request/context/context.ts'

/** The port of each name, as digits, by name in code point order. */
export async function portsByName({ db }: Context): Promise<Map<string, string>> {
  const ports = await db.selectFrom('default_ports').select(['name', 'value']).orderBy('name').execute()
  return new Map(ports.map(({ name, value }) => [name, String(value)]))
}
