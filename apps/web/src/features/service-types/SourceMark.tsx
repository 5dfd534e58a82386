import { consoleTag, originOf } from '@quatrain/contract/web-api/merged-service-types.ts'
import { Mark } from '#ui/Mark.tsx'

/** The source of a service type: `poem` for those that users maintain in the console. */
export function SourceMark({ tags }: { readonly tags: readonly string[] }) {
  const source = originOf({ tags })
  return <Mark tone={source === consoleTag ? 'good' : 'plain'}>{source}</Mark>
}
