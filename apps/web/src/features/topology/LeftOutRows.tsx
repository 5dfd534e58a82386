import type { TopologyKind } from '@quatrain/contract/web-api/topology.ts'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '#ui/Notice.tsx'
import { leftOutQuery } from './topology.queries.ts'

interface Props {
  readonly kind: TopologyKind
  readonly date: string | undefined
}

/** The rows that a connector sent and the Web API did not store, with the reasons. */
export function LeftOutRows({ kind, date }: Props) {
  const { data } = useQuery(leftOutQuery(kind, date))
  if (!data) return null
  const { count, rows } = data
  return (
    <Notice kind="warning">
      <details>
        <summary>
          {count === 1 ? 'One row' : `${count} rows`} of the list that was sent for {data.date} cannot be used and{' '}
          {count === 1 ? 'is' : 'are'} not in it.
        </summary>
        <ul>
          {rows.map(({ index, problem, fields }) => (
            <li key={index}>
              Row {index + 1}: {problem} (
              {Object.entries(fields)
                .map(([field, text]) => `${field} ${text.trim() === '' ? 'empty' : text}`)
                .join(', ')}
              )
            </li>
          ))}
          {count > rows.length && <li>{count - rows.length} more</li>}
        </ul>
      </details>
    </Notice>
  )
}
