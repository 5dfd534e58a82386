import { diff } from '@quatrain/contract/compare/compare.ts'
import type { ChangedObject } from '@quatrain/contract/console/home.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { changeQuery } from '#features/home/home.queries.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { FailurePage, NotFound, PagePlaceholder } from '#kit/page/page-states.tsx'
import { type DeclaredKind, declaredKindOf } from '#lib/declared-kinds.ts'
import { paths as addresses } from '#lib/paths.ts'
import { usePathParameters } from '#lib/resource-paths.ts'
import { unknownAuthor } from '#lib/words.ts'
import { PageFrame } from '#ui/PageFrame.tsx'

/** How a write changed its own object, including writes that made no version. */
export function ChangePage() {
  const number = Number(usePathParameters().number)
  const { data: change, error, refetch } = useQuery(changeQuery(number))
  if (error) return <FailurePage error={error} retry={() => void refetch()} />
  if (change === undefined) return <PagePlaceholder title="Change" />
  const kind = change && declaredKindOf(change.kind)
  if (!kind) return <NotFound detail={`Change ${number} does not exist, or you may not see it.`} />
  return <Change kind={kind} change={change} />
}

interface Props {
  readonly kind: DeclaredKind
  readonly change: ChangedObject
}

/** The differences, field by field. */
function Change({ kind: { resource, paths }, change: { name, id, actor, at, request, before, after } }: Props) {
  const [then, now] = [storedDocument(resource, before), storedDocument(resource, after)]
  const key = resource.key.read === 'id' ? String(id) : name
  return (
    <PageFrame title={`Change of ${resource.label.one}`} object={name} width="reading">
      <p>
        By {actor || unknownAuthor}, <Moment iso={at} />. <Link to={paths.history(key)}>History of {name}</Link>
        {request && (
          <>
            {'. Change request '}
            <Link to={addresses.changeRequest(request.id)}>
              {request.id} {request.title}
            </Link>
          </>
        )}
      </p>
      {then === undefined || now === undefined ? (
        <p>{after === null ? 'It was deleted.' : 'It was added.'}</p>
      ) : (
        <DifferenceView
          level={2}
          fields={resource.compared}
          changes={diff(resource.compared, then, now)}
          emptyText="It was saved without changes."
        />
      )}
    </PageFrame>
  )
}
