import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { bySegment, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { isApiError } from '#kit/api/api-error.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { resourceQueries } from '#kit/api/queries.ts'
import { writeOf } from '#kit/api/write.ts'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { SideEffects, sideEffectsIn } from '#kit/write/ConfirmWriteDialog.tsx'
import { type DeclaredKind, declaredKindOf } from '#lib/declared-kinds.ts'

interface Props {
  readonly kind: string
  readonly name: string
}

/** What a delete of an object would do, by its dry run, or why it is refused. Nothing is deleted. */
export function RemovalEffects({ kind: kindName, name }: Props) {
  const kind = declaredKindOf(kindName)
  return kind ? <EffectsOf kind={kind} name={name} /> : <p>Objects of this kind are not deleted here.</p>
}

function EffectsOf({ kind: { kind, resource }, name }: { readonly kind: DeclaredKind; readonly name: string }) {
  const may = useMay()
  const { data: stored, error: unreadable } = useQuery(resourceQueries(resource).details(name))
  const isAllowed = stored !== undefined && may('delete', resource, stored.record)
  const { paramsOf } = resource.address ?? bySegment
  const key = stored ? keyIn(stored.record, resource.key.remove) : name
  const removal = writeOf(resourceEndpoints(resource).remove, { params: paramsOf(key) })
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [kind, 'removal', name, stored?.etag],
    queryFn: () => removal.preview({ ifMatch: stored?.etag }),
    enabled: isAllowed,
    retry: false,
    refetchOnMount: 'always',
  })
  if (stored && !isAllowed) return <p>Who may delete it is shown what a delete would do.</p>
  if (isApiError(error) && error.status < 500) return <p>It cannot be deleted: {error.message}</p>
  const failure = error ?? unreadable
  if (failure) return <LoadFailure subject="The effects" error={failure} retry={refetch} isBusy={isFetching} />
  if (!data) return <p role="status">Loading the effects</p>
  const own = data.changes.filter((change) => change.kind === kind).slice(0, 1)
  const groups = sideEffectsIn(data, own)
  return (
    <>
      {groups.length === 0 && <p>A delete would change no other object.</p>}
      <SideEffects
        groups={groups}
        notices={data.notices}
        kinds={undefined}
        more={(cursor) => removal.preview({ ifMatch: stored?.etag, cursor, ifPreviewMatch: data.preview })}
      />
    </>
  )
}
