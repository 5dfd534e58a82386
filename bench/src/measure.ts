import type { PartName } from './arguments.ts'
import { type Databases, startDatabases } from './cluster.ts'
import { measureArchives } from './parts/archives.ts'
import { measureBackup } from './parts/backup.ts'
import { measureCatalogue } from './parts/catalogue.ts'
import { measureDemo } from './parts/demo.ts'
import { measureGroups } from './parts/groups.ts'
import { measureHistories } from './parts/histories.ts'
import { measureLogins } from './parts/logins.ts'
import { measureMachine } from './parts/machine.ts'
import { measureMemory } from './parts/memory.ts'
import { measureMetrics } from './parts/metrics.ts'
import { measurePeople } from './parts/people.ts'
import { filling, type Place } from './parts/places.ts'
import { measureProfileSaves } from './parts/profile-saves.ts'
import { measureReads } from './parts/reads.ts'
import { measureRollOut } from './parts/roll-out.ts'
import { countStatements, measureSaves } from './parts/saves.ts'
import { measureScreens } from './parts/screens.ts'
import { measureStorage } from './parts/storage.ts'
import { measureTenants } from './parts/tenants.ts'
import { measureTopology } from './parts/topology.ts'
import { measureWebApi } from './parts/web-api.ts'
import { onPglite, onPostgreSql } from './parts/with-place.ts'
import type { Figure } from './report/figure.ts'
import type { Description } from './report/machine.ts'

/** The figures of each measured part, and the versions of the software that it ran on. */
export interface Measured {
  readonly figures: Readonly<Partial<Record<PartName, readonly Figure[]>>>
  readonly versions: Description
}

/** Receives the figures of each part at once: a run takes long, and a later failure must not lose them. */
export interface Listener {
  next(what: string): void
  found(figures: readonly Figure[]): void
}

/** Measures the requested parts one after the other, without other processes of ours. */
export async function measure(requested: ReadonlySet<PartName>, listener: Listener): Promise<Measured> {
  const databases = await startDatabases()
  try {
    return await measureOn(databases, requested, listener)
  } finally {
    await databases.stop()
  }
}

async function measureOn(
  databases: Databases,
  requested: ReadonlySet<PartName>,
  { next, found }: Listener,
): Promise<Measured> {
  const figures: Partial<Record<PartName, Figure[]>> = {}
  const versions: Record<string, string> = {}
  const add = (part: PartName, more: readonly Figure[]) => {
    figures[part] = [...(figures[part] ?? []), ...more]
    found(more)
  }
  const readAndSave = async (place: Place) => {
    versions[place.name] = place.server.databaseVersion
    if (requested.has('reads')) {
      next(`reads on ${place.name}`)
      add('reads', await measureReads(place))
    }
    if (!requested.has('saves')) return
    next(`saves on ${place.name}`)
    // In the embedded database the Web API's statements could not be separated.
    if (place.name === 'PostgreSQL') add('saves', await countStatements(place))
    add('saves', [
      ...(await measureSaves(place)),
      ...(await measureProfileSaves(place)),
      ...(await measureLogins(place)),
    ])
  }
  if (requested.has('reads') || requested.has('saves') || requested.has('screens')) {
    await onPostgreSql(databases, { name: 'bench', filling }, async (place) => {
      await readAndSave(place)
      if (!requested.has('screens')) return
      next('screens')
      const screens = await measureScreens(place)
      add('screens', screens.figures)
      versions.Chromium = screens.browser
    })
  }
  if (requested.has('reads') || requested.has('saves')) await onPglite(filling, readAndSave)
  if (requested.has('catalogue')) {
    next('catalogue')
    const catalogue = await measureCatalogue(databases)
    add('catalogue', catalogue.figures)
    versions.PostgreSQL = catalogue.databaseVersion
  }
  if (requested.has('roll-out')) {
    next('roll-out')
    add('roll-out', await measureRollOut(databases))
  }
  if (requested.has('tenants')) {
    next('1,000 tenants')
    add('tenants', await measureTenants(databases))
  }
  if (requested.has('backup')) {
    next('backup')
    add('backup', await measureBackup(databases))
  }
  if (requested.has('machine')) {
    next('machine API')
    const machine = await measureMachine(databases)
    add('machine', machine.figures)
    versions.PostgreSQL = machine.databaseVersion
  }
  if (requested.has('metrics')) {
    next('metrics')
    add('metrics', await measureMetrics(databases))
  }
  if (requested.has('groups')) {
    next('groups')
    add('groups', await measureGroups(databases))
  }
  if (requested.has('people')) {
    next('users and groups')
    add('people', await measurePeople(databases))
  }
  if (requested.has('memory')) {
    next('memory')
    add('memory', await measureMemory(databases))
  }
  if (requested.has('archives')) {
    next('archives')
    add('archives', await measureArchives(databases))
  }
  if (requested.has('histories')) {
    next('histories')
    add('histories', await measureHistories(databases))
  }
  if (requested.has('storage')) {
    next('storage')
    add('storage', await measureStorage(databases))
  }
  if (requested.has('web-api')) {
    next('Web API')
    add('web-api', await measureWebApi(databases))
  }
  if (requested.has('topology')) {
    next('topology')
    add('topology', await measureTopology(databases))
  }
  if (requested.has('demo')) {
    next('demonstration')
    add('demo', await measureDemo())
  }
  return { figures, versions }
}
