import type { CatalogueTables } from './catalogue.ts'
import type { ObjectTables } from './objects.ts'
import type { PeopleTables } from './people.ts'
import type { RecordingTables } from './recording.ts'
import type { TemporaryTables } from './temporary.ts'

/** The console's tables for Kysely. `migrations/` creates them; a type here adds no rule to a column. */
export interface Tables extends PeopleTables, CatalogueTables, ObjectTables, RecordingTables, TemporaryTables {}
