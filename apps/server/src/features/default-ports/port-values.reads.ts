import type { Context } from '#request/context.ts'

/** Which port stands for each name? Values are texts, as machines get them. */
export async function portValues(ctx: Context): Promise<ReadonlyMap<string, string>> {
  const ports = await ctx.db.selectFrom('default_ports').select(['name', 'value']).orderBy('name').execute()
  return new Map(ports.map(({ name, value }) => [name, String(value)]))
}
