import type { Command } from 'commander'
import { type DayListTables, dayLists } from '#kit/day-lists.ts'
import { findStoredLists, restoreList } from '../stored-lists.ts'
import type { CommandTools } from './terminal.ts'
import { row, yes } from './words.ts'

/** The commands for lists that are written for a day, of which every version is kept. */
export function addListCommands(program: Command, tools: CommandTools): void {
  addCommandsOf(program, tools, { command: 'service-types', label: 'service types', tables: dayLists.serviceTypes })
  addCommandsOf(program, tools, { command: 'downtimes', label: 'downtimes', tables: dayLists.downtimes })
}

interface Lists {
  readonly command: string
  readonly label: string
  readonly tables: DayListTables
}

function addCommandsOf(
  program: Command,
  { asOperator, print, confirm }: CommandTools,
  { command, label, tables }: Lists,
): void {
  const lists = program.command(command).description(`versions of lists of ${label}`)
  lists
    .command('list <tenant>')
    .description(`list all versions: day, number, number of ${label}, time and key`)
    .action((tenant: string) =>
      asOperator(async (operator) => {
        for (const { day, number, size, at, by } of await findStoredLists(operator, tables, tenant)) {
          print(row(day, String(number), size === null ? 'deleted' : String(size), at.toISOString(), by))
        }
      }),
    )
  lists
    .command('restore <tenant> <day> <number>')
    .description('restore a version of the list of a day')
    .option(...yes)
    .action((tenant: string, day: string, number: string, options: { yes?: true }) =>
      asOperator(async (operator) => {
        if (!options.yes) await confirm(`Restore version ${number} of the ${label} of ${tenant} for ${day}?`)
        await restoreList(operator, tables, { tenant, day, number })
        print(`Version ${number} is current again for ${day}.`)
      }),
    )
}
