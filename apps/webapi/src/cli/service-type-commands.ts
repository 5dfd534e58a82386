import type { Command } from 'commander'
import { findStoredLists, restoreList } from '../stored-service-types.ts'
import type { CommandTools } from './terminal.ts'
import { row, yes } from './words.ts'

/** The commands for lists of service types, of which every version is kept. */
export function addServiceTypeCommands(program: Command, { asOperator, print, confirm }: CommandTools): void {
  const serviceTypes = program.command('service-types').description('versions of lists of service types')
  serviceTypes
    .command('list <tenant>')
    .description('list all versions: day, number, number of service types, time and key')
    .action((tenant: string) =>
      asOperator(async (operator) => {
        for (const { day, number, size, at, by } of await findStoredLists(operator, tenant)) {
          print(row(day, String(number), size === null ? 'deleted' : String(size), at.toISOString(), by))
        }
      }),
    )
  serviceTypes
    .command('restore <tenant> <day> <number>')
    .description('restore a version of the list of a day')
    .option(...yes)
    .action((tenant: string, day: string, number: string, options: { yes?: true }) =>
      asOperator(async (operator) => {
        if (!options.yes) await confirm(`Restore version ${number} of the service types of ${tenant} for ${day}?`)
        await restoreList(operator, tenant, day, number)
        print(`Version ${number} is current again for ${day}.`)
      }),
    )
}
