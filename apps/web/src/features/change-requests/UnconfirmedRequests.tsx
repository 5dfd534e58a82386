import { Button } from '@mantine/core'
import type { UnconfirmedRequest } from '@quatrain/contract/change-requests/unconfirmed-request.ts'
import { Link } from 'react-router'
import { Moment } from '#kit/page/Moment.tsx'
import { relativeTime } from '#lib/dates.ts'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { stepWords, useConfirmation } from './use-request-actions.tsx'

const timeLeft = (iso: string, now: number) => (Date.parse(iso) - now < 60_000 ? 'in a moment' : relativeTime(iso, now))

interface Props {
  readonly requests: readonly UnconfirmedRequest[]
  /** The time of the last look: the time that is left is that of then. */
  readonly lookedAt: number
}

/** Notices about applied requests that the user can confirm or have taken back, on every page. */
export const UnconfirmedRequests = ({ requests, lookedAt }: Props) =>
  requests.map((request) => <Unconfirmed key={request.id} request={request} lookedAt={lookedAt} />)

function Unconfirmed({ request, lookedAt }: { readonly request: UnconfirmedRequest; readonly lookedAt: number }) {
  const { id, title, confirm_by, revert_problem } = request
  const deciding = useConfirmation(request)
  return (
    <Notice
      kind={revert_problem === '' ? 'warning' : 'bad'}
      role="status"
      actions={(['confirm', 'take-back'] as const).map((step) => (
        <Button
          key={step}
          size="compact-sm"
          variant="default"
          disabled={deciding.isBusy}
          onClick={() => deciding.run(step)}
        >
          {stepWords[step].label}
        </Button>
      ))}
    >
      <p>
        Change request{' '}
        <Link to={paths.changeRequest(id)}>
          {id}: {title}
        </Link>{' '}
        {revert_problem === ''
          ? 'was applied.'
          : `could not be taken back${confirm_by === null ? '' : ' yet'}, although nobody has confirmed it: ${revert_problem}`}
        {confirm_by !== null && (
          <>
            {revert_problem === '' ? ' Unless it is confirmed, it is taken back ' : ' It is tried again '}
            {timeLeft(confirm_by, lookedAt)}, at <Moment iso={confirm_by} />.
          </>
        )}
      </p>
    </Notice>
  )
}
