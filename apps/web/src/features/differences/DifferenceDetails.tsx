import { diff } from '@quatrain/contract/compare/compare.ts'
import type { StoreDifference } from '@quatrain/contract/console/differences.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { useQuery } from '@tanstack/react-query'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { bothQuery } from './differences.queries.ts'

interface Props {
  readonly resource: Resource
  readonly difference: StoreDifference
}

/** The contents field by field: from the console to the Web API. */
export function DifferenceDetails({ resource, difference: { apiid, name } }: Props) {
  const { data, error, refetch } = useQuery(bothQuery(resource, apiid))
  if (error) return <LoadFailure subject={name} error={error} retry={refetch} />
  if (!data) return <p role="status">Loading…</p>
  const [own, theirs] = [data.console, data.webApi].map((document) => document && storedDocument(resource, document))
  return (
    <>
      {own && theirs && <p>From the content of the console to that of the Web API:</p>}
      <DifferenceView
        level={3}
        fields={resource.compared}
        changes={diff(resource.compared, own ?? {}, theirs ?? {})}
        none="Only the order or fields that the console does not show differ."
      />
    </>
  )
}
