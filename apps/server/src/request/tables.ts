import type { CatalogueTables } from './tables/catalogue.ts'
import type { ObjectTables } from './tables/objects.ts'
import type { PeopleTables } from './tables/people.ts'
import type { RecordingTables } from './tables/recording.ts'
import type { TemporaryTables } from './tables/temporary.ts'

/** The console's tables for Kysely. `migrations/` creates them; a type here adds no rule to a column. */
export interface Tables extends PeopleTables, CatalogueTables, ObjectTables, RecordingTables, TemporaryTables {}
