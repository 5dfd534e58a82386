import { Button } from '@mantine/core'
import {
  type ChangeRequest,
  type FindingEffects,
  type OperationEffects,
  previewChangeRequest,
  type RequestEffects,
} from '@quatrain/contract/change-requests/change-request.ts'
import { isPossible, mayTake, type RequestStep } from '@quatrain/contract/change-requests/request-steps.ts'
import { operationWords } from '@quatrain/contract/change-requests/request-words.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment, Suspense, useState } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { changeRequestQuery } from '#kit/api/change-requests.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { queryOf } from '#kit/api/queries.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { Failure, FailurePage, NotFound, PagePlaceholder, PanelPlaceholder } from '#kit/page/page-states.tsx'
import { Section } from '#kit/page/Section.tsx'
import { lazyPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { usePathParameters } from '#lib/resource-paths.ts'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './ChangeRequestPage.module.css'
import { RequestStateMark } from './request-words.tsx'
import { stepWords, useRequestActions } from './use-request-actions.tsx'
import { CommentList, WriteView } from './WriteView.tsx'

/** Milliseconds between two looks at an open request, whose effect changes with what it stands on. */
const lookEvery = 15_000

/** One change request: its writes with their combined effect, the steps that are possible, and what was said. */
export function ChangeRequestPage() {
  const id = Number(usePathParameters().number)
  const isId = Number.isSafeInteger(id)
  const { data, error, refetch } = useQuery({ ...changeRequestQuery(id), enabled: isId, refetchInterval: lookEvery })
  if (!isId || isApiError(error, 'not_found')) {
    return <NotFound detail="There is no such change request." to={paths.changeRequests} toWhat="the change requests" />
  }
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title="Change request" />
  return <Details key={id} {...data} />
}

interface Props {
  readonly request: ChangeRequest
  readonly etag: string | undefined
}

/** Whether its writes can still be made. */
const isOpen = (request: ChangeRequest) => isPossible('withdraw', request)

function Details({ request, etag }: Props) {
  const isPreviewed = isOpen(request)
  const effects = useQuery({
    ...queryOf(['change-requests', request.id, 'effects', etag], previewChangeRequest, { params: { id: request.id } }),
    enabled: isPreviewed,
    refetchInterval: lookEvery,
    staleTime: 0,
  })
  const preview = effects.data?.preview
  // The first effect that this page has shown, or the last one that the user has confirmed.
  const [seenEffect, setSeenEffect] = useState<{ readonly etag: string | undefined; readonly preview: string }>()
  if (preview !== undefined && seenEffect?.etag !== etag) setSeenEffect({ etag, preview })
  const hasChanged = preview !== undefined && seenEffect?.etag === etag && seenEffect?.preview !== preview
  const { act, isBusy } = useRequestActions({ request, etag, preview: seenEffect?.preview })
  const { user } = useConsoleContext().caller
  const may = (step: RequestStep) => mayTake(user, step, request)
  const refusals = effects.data?.writes.filter(({ refusal }) => refusal !== '').length ?? 0
  const isUnclear = preview === undefined || hasChanged || refusals > 0
  const button = (step: RequestStep, label: string, isMain = false) =>
    may(step) && (
      <Button
        variant={isMain ? 'filled' : 'default'}
        disabled={isBusy || (isUnclear && (step === 'approve' || step === 'apply' || step === 'schedule'))}
        onClick={() => act(step)}
      >
        {label}
      </Button>
    )
  return (
    <PageFrame
      title="Change request"
      object={`${request.id}: ${request.title}`}
      width="reading"
      actions={
        <>
          {button('edit', 'Edit')}
          {(['withdraw', 'refuse', 'submit', 'unschedule', 'schedule'] as const).map((step) => (
            <Fragment key={step}>{button(step, stepWords[step].label)}</Fragment>
          ))}
          {button('approve', stepWords.approve.label, true)}
          {button('apply', stepWords.apply.label, true)}
          {button('revert', 'Revert')}
        </>
      }
    >
      <p className={classes.head}>
        <RequestStateMark state={request.state} />
        {request.apply_at !== null && (
          <>
            for <Moment iso={request.apply_at} />
            {request.confirm_within !== null && `, to be confirmed within ${counted(request.confirm_within, 'minute')}`}
            {' · '}
          </>
        )}
        {request.confirm_by !== null && request.revert_problem === '' && (
          <>
            taken back unless confirmed by <Moment iso={request.confirm_by} />
            {' · '}
          </>
        )}
        by {request.author}, <Moment iso={request.created_at} />
        {request.approvals.length > 0 &&
          ` · approved by ${request.approvals.map(({ username }) => username).join(', ')}`}
        {request.link !== '' && (
          <>
            {' · '}
            <a href={request.link} target="_blank" rel="noreferrer">
              {request.link}
            </a>
          </>
        )}
      </p>
      {request.description !== '' && <p className={classes.text}>{request.description}</p>}
      {request.revert_problem !== '' && (
        <Notice kind="bad">
          Nobody has confirmed it, and it could not be taken back{request.confirm_by === null ? '' : ' yet'}:{' '}
          {request.revert_problem}
          {request.confirm_by !== null && (
            <>
              {' It is tried again at '}
              <Moment iso={request.confirm_by} />.
            </>
          )}
        </Notice>
      )}
      {hasChanged && (
        <Notice
          kind="warning"
          role="alert"
          actions={
            <Button size="compact-sm" variant="default" onClick={() => setSeenEffect({ etag, preview })}>
              I have seen it
            </Button>
          }
        >
          <p>The combined effect has changed since you opened this page: something that it stands on was saved.</p>
        </Notice>
      )}
      <Section title="Changes">
        <Summary request={request} effects={effects.data} refusals={refusals} />
        {effects.data?.operation && <Operation effects={effects.data.operation} />}
        {effects.data?.findings && <FindingChanges findings={effects.data.findings} />}
        {isPreviewed && effects.error && <Failure error={effects.error} retry={() => void effects.refetch()} />}
        {isPreviewed && effects.isPending && <PanelPlaceholder />}
        {(effects.data || !isPreviewed) &&
          request.writes.map((write, index) => (
            <WriteView
              // biome-ignore lint/suspicious/noArrayIndexKey: their order is that in which they are made
              key={index}
              number={index + 1}
              write={write}
              request={request}
              effect={effects.data?.writes[index]}
              comment={() => act({ about: { kind: write.kind, name: write.name } })}
              remove={may('edit') ? () => act({ removedIndex: index }) : undefined}
            />
          ))}
      </Section>
      <Section title="Comments">
        <Comments request={request} />
        <div>
          <Button variant="default" disabled={isBusy} onClick={() => act('comment')}>
            Add comment
          </Button>
        </div>
      </Section>
    </PageFrame>
  )
}

interface SummaryProps {
  readonly request: ChangeRequest
  readonly effects: RequestEffects | undefined
  /** How many of its writes cannot be made. */
  readonly refusals: number
}

function Summary({ request: { state, writes }, effects, refusals }: SummaryProps) {
  if (writes.length === 0) return <p>The request has no changes. Forms add them.</p>
  const merged = effects?.writes.filter(({ isMerged }) => isMerged).length ?? 0
  return (
    <>
      <p>
        {counted(writes.length, 'change')}
        {writes.length > 1 &&
          `, in the order in which they ${state === 'applied' ? 'were' : 'will be'} made, all or none`}
        .
      </p>
      {refusals > 0 && (
        <Notice kind="bad">
          {counted(refusals, 'change')} cannot be made as things are now. Nothing can be applied until the request is
          edited.
        </Notice>
      )}
      {merged > 0 && (
        <Notice kind="info">{counted(merged, 'change')} will be merged with what others have saved.</Notice>
      )}
    </>
  )
}

/** What boxes run and reports cover afterwards. */
function Operation({ effects }: { readonly effects: OperationEffects }) {
  const sentences = operationWords(effects)
  if (sentences.length === 0) return null
  return (
    <Notice kind="info">
      <p>With the topology of today:</p>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  )
}

const FindingLines = lazyPart(
  () => import('#kit/page/FindingLines.tsx'),
  ({ FindingLines }) => FindingLines,
)

/** What is wrong afterwards that is not now, and the other way round. */
const FindingChanges = ({ findings: { added, removed } }: { readonly findings: FindingEffects }) => (
  <Suspense>
    {added.length > 0 && (
      <Notice kind="warning">
        <p>It adds {counted(added.length, 'finding')}:</p>
        <FindingLines findings={added} isNamed />
      </Notice>
    )}
    {removed.length > 0 && (
      <Notice kind="info">
        <p>It removes {counted(removed.length, 'finding')}:</p>
        <FindingLines findings={removed} isNamed />
      </Notice>
    )}
  </Suspense>
)

const Comments = ({ request: { comments } }: { readonly request: ChangeRequest }) =>
  comments.length === 0 ? <p>Nobody has commented yet.</p> : <CommentList comments={comments} />
