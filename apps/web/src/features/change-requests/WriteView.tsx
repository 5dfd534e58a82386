import { Button } from '@mantine/core'
import type {
  ChangeRequest,
  RequestComment,
  RequestEffects,
  StoredWrite,
} from '@quatrain/contract/change-requests/change-request.ts'
import { effectsOf, requestEventWords, titleOfWrite } from '@quatrain/contract/change-requests/request-words.ts'
import { diff } from '@quatrain/contract/compare/compare.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { LazyDifferenceView } from '#kit/compare/comparable.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { SideEffects, sideEffectsIn } from '#kit/write/ConfirmWriteDialog.tsx'
import { declaredKindOf } from '#lib/declared-kinds.ts'
import { Notice } from '#ui/Notice.tsx'
import classes from './ChangeRequestPage.module.css'

interface WriteProps {
  readonly number: number
  readonly write: StoredWrite
  readonly request: ChangeRequest
  readonly effect: RequestEffects['writes'][number] | undefined
  readonly comment: () => void
  readonly remove: (() => void) | undefined
}

/** One write: its object, what it changes there and elsewhere, or why it cannot be made. */
export function WriteView({ number, write, request, effect, comment, remove }: WriteProps) {
  const kind = declaredKindOf(write.kind)
  const { changes = [], groups = [] } = effect ?? {}
  const { own } = effectsOf(write, changes)
  const sideEffects = sideEffectsIn({ changes, groups }, own ? [own] : [])
  const isOfForm = write.operation === 'add' || write.operation === 'change'
  // What cannot be made, or is made already, is shown as it was collected.
  const sides = own ?? (kind && isOfForm ? collectedSides(kind.resource, write) : undefined)
  const title = titleOfWrite(write, kind?.label ?? { one: write.kind, many: write.kind })
  const label = `${title} ${write.name}`
  const isStored = write.before !== null || (request.state === 'applied' && write.operation === 'add')
  const address = kind && isStored ? addressOf(write, kind.key) : undefined
  const comments = request.comments.filter(({ about }) => about?.kind === write.kind && about.name === write.name)
  return (
    <section className={classes.write} aria-label={label}>
      <div className={classes.writeHead}>
        <h3>
          {number}. {title}{' '}
          <span className="mono">
            {kind && address !== undefined ? <Link to={kind.paths.details(address)}>{write.name}</Link> : write.name}
          </span>
        </h3>
        <Button size="compact-sm" variant="default" aria-label={`Comment on: ${label}`} onClick={comment}>
          Comment
        </Button>
        {remove && kind && isOfForm && (
          <Button
            component={Link}
            to={`${address !== undefined ? kind.paths.details(address) : kind.paths.add}?${new URLSearchParams({ request: String(request.id), name: write.name })}`}
            size="compact-sm"
            variant="default"
            aria-label={`Edit: ${label}`}
          >
            Edit
          </Button>
        )}
        {remove && (
          <Button size="compact-sm" variant="default" aria-label={`Remove from the request: ${label}`} onClick={remove}>
            Remove
          </Button>
        )}
      </div>
      {effect?.refusal && <Notice kind="bad">{effect.refusal}</Notice>}
      {effect?.isMerged && <Notice kind="info">Merged with what others have saved since it was collected.</Notice>}
      {kind && sides && write.operation !== 'remove' && (
        <Suspense>
          <LazyDifferenceView
            level={4}
            fields={kind.resource.compared}
            changes={diff(
              kind.resource.compared,
              storedDocument(kind.resource, sides.before) ?? {},
              storedDocument(kind.resource, sides.after) ?? {},
            )}
            emptyText="No field changes."
          />
        </Suspense>
      )}
      <SideEffects groups={sideEffects} notices={{ warning: effect?.warning }} kinds={undefined} more={noMore} />
      {comments.length > 0 && <CommentList comments={comments} isOfWrite />}
    </section>
  )
}

/** The documents of the object before a write and after it, as things were when it was collected. */
function collectedSides({ toDocument }: Resource, { before, input }: StoredWrite) {
  return { before, after: { ...before, ...(toDocument ? toDocument(input as never) : input) } }
}

interface CommentListProps {
  readonly comments: readonly RequestComment[]
  /** They stand at the write that they are about. */
  readonly isOfWrite?: boolean
}

/** What was said about a request or a write, and what was done with it, the oldest first. */
export const CommentList = ({ comments, isOfWrite = false }: CommentListProps) => (
  <ul className={classes.comments}>
    {comments.map(({ at, author, action, text, about }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a comment is identified by its position
      <li key={index}>
        <p className={classes.commentHead}>
          <strong>{author}</strong>{' '}
          {about ? `commented on ${isOfWrite ? 'this change' : about.name}` : requestEventWords[action]},{' '}
          <Moment iso={at} isRelative />
        </p>
        {text !== '' && <p className={classes.text}>{text}</p>}
      </li>
    ))}
  </ul>
)

/** The key in addresses of the object of a write; undefined if it has a number that is not known. */
function addressOf({ before, name }: StoredWrite, key: Parameters<typeof keyIn>[1]): string | undefined {
  if (key === 'name') return name
  return before ? keyIn({ name, ...before }, key) : undefined
}

/** The server says how many there are of each group, and names a sample. */
const noMore = () => Promise.reject(new Error())
