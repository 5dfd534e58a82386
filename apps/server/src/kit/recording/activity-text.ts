/** A row of the activity log as the texts of its columns. */
export type ActivityTexts = Readonly<Record<string, string | null>>

/**
 * The text that a row's hash is computed of, as the database's function of the same name. A second implementation, which
 * needs no database: undefined for an unknown format.
 */
export function activityText(row: ActivityTexts): string | undefined {
  const textOf = (name: string) => row[name] ?? ''
  const texts = (names: readonly string[]) => names.map((name) => JSON.stringify(row[name] ?? null))
  const epoch = JSON.stringify(secondsOf(textOf('at')))
  const start = [
    textOf('format'),
    textOf('tenant_id'),
    textOf('number'),
    epoch,
    ...texts(['request_id', 'actor', 'address']),
  ]
  const object = [
    ...texts(['action', 'kind']),
    textOf('object_id'),
    ...texts(['object_name', 'before', 'after', 'previous_hash']),
  ]
  const documents = [
    ...['before_version', 'after_version'].map((name) => row[name] ?? 'null'),
    ...['before_hash', 'after_hash'].map((name) => JSON.stringify(row[name]?.replace(/^\\x/, '') ?? null)),
  ]
  switch (textOf('format')) {
    case '1':
      return [
        ...[textOf('tenant_id'), textOf('number'), secondsOf(textOf('at'))],
        ...['request_id', 'actor', 'address', 'action', 'kind', 'object_id', 'object_name'].map(textOf),
        ...['before', 'after', 'previous_hash'].map(textOf),
      ].join('\x1f')
    case '2':
      return `[${[...start, ...object].join(', ')}]`
    case '3':
      return `[${[...start, ...texts(['device']), ...object].join(', ')}]`
    case '4':
      return `[${[...start, ...texts(['device']), ...object.slice(0, -1), ...documents, ...object.slice(-1)].join(', ')}]`
    default:
      return undefined
  }
}

/** The seconds since 1970 with six decimals, of a time in UTC as PostgreSQL writes it. */
function secondsOf(time: string): string {
  const [, day = '', clock = '', decimals = ''] = /^(\S+) (\S+?)(?:\.(\d+))?\+00$/.exec(time) ?? []
  return `${Date.parse(`${day}T${clock}Z`) / 1000}.${decimals.padEnd(6, '0')}`
}
