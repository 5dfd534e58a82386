import { table } from '@quatrain/server/cli/table.ts'
import type { ImportedSchema } from './import-poem.ts'
import { outcomes, type Remark } from './ledger.ts'

/** Names of rows that are shown of those with the same reason. */
const maxExamples = 5

/** What became of every row, for people: counts for each table, then what was not imported or not exactly as it was. */
export function reportOf(schemas: readonly ImportedSchema[]): string {
  return schemas
    .map(({ schema, tenant, ledger, failure }) => {
      const heading = `${tenant} (schema ${schema})`
      if (failure !== undefined) return `${heading}: nothing was imported.`
      const counts = ledger.counts()
      const rows = counts.map(({ table, rows, ...countsByOutcome }) => [
        table,
        ...[rows, ...outcomes.map((outcome) => countsByOutcome[outcome])].map(String),
      ])
      return [
        heading,
        table([['TABLE', 'ROWS', ...outcomes.map((outcome) => outcome.toUpperCase())], ...rows]),
        ...grouped('Not imported', ledger.listed()),
        ...grouped('Imported with a difference', ledger.notes()),
      ].join('\n')
    })
    .join('\n\n')
}

function grouped(heading: string, remarks: readonly Remark[]): string[] {
  const reasons = Map.groupBy(remarks, ({ table, why }) => `${table}: ${why}`)
  const lines = [...reasons].map(([reason, rowsOfReason]) => {
    const names = rowsOfReason.slice(0, maxExamples).map(({ row }) => row)
    const more = rowsOfReason.length > maxExamples ? `; and ${rowsOfReason.length - maxExamples} more` : ''
    return `  ${reason} ${names.join('; ')}${more}`
  })
  return lines.length > 0 ? [`${heading}:`, ...lines] : []
}

export const messageOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure))

/** Every row that was not imported, or not exactly as it was, as lines of JSON; of a schema that failed, why. */
export const reportLines = (schemas: readonly ImportedSchema[]): string =>
  schemas
    .flatMap(({ schema, ledger, failure }) =>
      failure !== undefined
        ? [{ schema, outcome: 'not imported', why: messageOf(failure) }]
        : [
            ...ledger.listed().map((remark) => ({ schema, outcome: 'not imported', ...remark })),
            ...ledger.notes().map((remark) => ({ schema, outcome: 'imported with a difference', ...remark })),
          ],
    )
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
