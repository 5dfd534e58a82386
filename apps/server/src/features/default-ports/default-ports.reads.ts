// What others may ask of default ports. Each function answers one question.
import type { Context } from '#request/context.ts'

/** Which port does each name stand for? As digits, by name in code point order. */
export async function portsByName({ db }: Context): Promise<Map<string, string>> {
  const ports = await db.selectFrom('default_ports').select(['name', 'value']).orderBy('name').execute()
  return new Map(ports.map(({ name, value }) => [name, String(value)]))
}
