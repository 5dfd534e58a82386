import type { Command } from 'commander'
import { diagnose } from './doctor/doctor.ts'
import { table } from './table.ts'

/** `doctor`. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check the settings, the database, its standby, its clock and logins, stored secrets, the last backup, the mail server and the Web API with the keys of every tenant; writes nothing; exits with 0 if there are no errors, 1 if there are',
    )
    .action(async () => {
      const diagnoses = await diagnose(process.env)
      console.log(table(diagnoses.map(({ level, subject, text }) => [level.toUpperCase(), subject, text])))
      const errors = diagnoses.filter(({ level }) => level === 'error').length
      if (errors > 0) throw new Error(`${errors} ${errors === 1 ? 'error' : 'errors'}.`)
    })
}
