import type { Command } from 'commander'
import { endpointVersions, groupVersions } from '#features/topology/stored-topology.repository.ts'
import { dayLists } from '#kit/day-lists.ts'
import { versionsOfDayLists } from '#kit/stored-day-lists.ts'
import { findStoredLists, type ListVersions, previewRestore, restoreList } from '#kit/stored-lists.ts'
import { type CommandTools, row, yes } from './terminal.ts'

/** The commands for lists that are written for a day, of which every version is kept. */
export function addListCommands(program: Command, tools: CommandTools): void {
  const { serviceTypes, downtimes } = dayLists
  addCommandsOf(program, tools, {
    command: 'service-types',
    label: 'service types',
    versions: versionsOfDayLists(serviceTypes),
  })
  addCommandsOf(program, tools, { command: 'downtimes', label: 'downtimes', versions: versionsOfDayLists(downtimes) })
  addCommandsOf(program, tools, { command: 'groups', label: 'groups', versions: groupVersions })
  addCommandsOf(program, tools, { command: 'endpoints', label: 'endpoints', versions: endpointVersions })
}

interface Lists {
  readonly command: string
  readonly label: string
  readonly versions: ListVersions
}

function addCommandsOf(
  program: Command,
  { asOperator, print, confirm }: CommandTools,
  { command, label, versions }: Lists,
): void {
  const lists = program.command(command).description(`versions of lists of ${label}`)
  lists
    .command('list <tenant> [day]')
    .description(`list all versions, or those of a day: day, number, number of ${label}, time and key`)
    .action((tenant: string, day?: string) =>
      asOperator(async (operator) => {
        for (const stored of await findStoredLists(operator, versions, tenant, day)) {
          const size = stored.size === null ? 'deleted' : String(stored.size)
          print(row(stored.day, String(stored.number), size, stored.at.toISOString(), stored.by))
        }
      }),
    )
  lists
    .command('restore <tenant> <day> <number>')
    .description('restore a version of the list of a day')
    .option(...yes)
    .option('--dry-run', 'only show what would be restored')
    .action((tenant: string, day: string, number: string, options: { yes?: true; dryRun?: true }) =>
      asOperator(async (operator) => {
        const version = { tenant, day, number }
        if (options.dryRun) {
          const { size, at, by, gained, lost } = await previewRestore(operator, versions, version)
          print(`Version ${number} for ${day}: ${size} ${label}, written at ${at.toISOString()} with the key ${by}.`)
          print(`A restore would add ${gained} ${label} to the current list of that day and remove ${lost}.`)
          return
        }
        if (!options.yes) await confirm(`Restore version ${number} of the ${label} of ${tenant} for ${day}?`)
        await restoreList(operator, versions, version)
        print(`Version ${number} is current again for ${day}.`)
      }),
    )
}
