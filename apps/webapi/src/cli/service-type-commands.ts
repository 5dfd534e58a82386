import type { Command } from 'commander'
import { findKeptLists, restoreList } from '../kept-service-types.ts'
import type { CommandTools } from './terminal.ts'
import { row, yes } from './words.ts'

/** The commands about lists of service types: every one that was ever written is kept. */
export function addServiceTypeCommands(program: Command, { asOperator, print, confirm }: CommandTools): void {
  const serviceTypes = program.command('service-types').description('lists of service types that were kept')
  serviceTypes
    .command('list <tenant>')
    .description('list all that were ever written: day, number, how many service types, when and with which key')
    .action((tenant: string) =>
      asOperator(async (operator) => {
        for (const { day, number, size, at, by } of await findKeptLists(operator, tenant)) {
          print(row(day, String(number), size === null ? 'deleted' : String(size), at.toISOString(), by))
        }
      }),
    )
  serviceTypes
    .command('restore <tenant> <day> <number>')
    .description('make a list that was kept the list of its day again')
    .option(...yes)
    .action((tenant: string, day: string, number: string, options: { yes?: true }) =>
      asOperator(async (operator) => {
        if (!options.yes) await confirm(`Make list ${number} the service types of ${tenant} for ${day} again?`)
        await restoreList(operator, tenant, day, number)
        print(`List ${number} is in force again for ${day}.`)
      }),
    )
}
