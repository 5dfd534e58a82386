// What versions of templates stand on, for those who change it.
import { type RawBuilder, sql } from 'kysely'

/** Which versions of templates are meant, of the tables `version`, `probe` and `package`. */
export type Standing = RawBuilder<boolean>

export const onPackage = (id: number): Standing => sql<boolean>`package.id = ${id}`
export const onProbeVersion = (id: number): Standing => sql<boolean>`probe.id = ${id}`
/** Those that these templates are at. */
export const currentOf = (templateIds: readonly number[]): Standing =>
  sql<boolean>`template.id = any(${[...templateIds]}::integer[]) and template.current_version_id = version.id`
