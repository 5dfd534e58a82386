import { Button } from '@mantine/core'
import type { StoredWrite } from '@quatrain/contract/change-requests/change-request.ts'
import { mayTake } from '@quatrain/contract/change-requests/request-steps.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { changeRequestQuery, changeRequestsQuery } from '#kit/api/change-requests.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'

interface Props {
  readonly kind: string
  /** The stored name. An object that a request adds has none: the address of the form for a new one names it. */
  readonly storedName: string | undefined
  /** The form shows a draft of the user. */
  readonly hasDraft: boolean
  /** Shows the input of a write in the form. */
  readonly show: (input: StoredWrite['input']) => void
}

/** The open change requests that write to the object of a form, which can show what one of the user's own contains. */
export function CollectedNotice({ kind, storedName, hasDraft, show }: Props) {
  const [query] = useSearchParams()
  const { user } = useConsoleContext().caller
  const name = storedName ?? query.get('name') ?? ''
  const queries = useQueryClient()
  const { data: requests = [] } = useQuery({ ...changeRequestsQuery({ kind, name }), enabled: name !== '' })
  const showing = useWriting({
    async mutationFn(id: number) {
      const { request } = await queries.fetchQuery({ ...changeRequestQuery(id), staleTime: 0 })
      const write = request.writes.find((stored) => stored.kind === kind && stored.name === name)
      if (write) show(write.input)
    },
    doing: 'showing what the change request contains',
  })
  const own = requests.find((request) => mayTake(user, 'edit', request))
  // The page of the request has a link to the form, to edit what the request contains.
  const isOpenedFromRequest = own !== undefined && query.get('request') === String(own.id) && !hasDraft
  const isLoaded = useRef(false)
  useEffect(() => {
    if (!isOpenedFromRequest || isLoaded.current) return
    isLoaded.current = true
    showing.run(own.id)
  })
  if (requests.length === 0) return null
  return (
    <Notice
      kind="info"
      role="status"
      actions={
        own && (
          <Button size="compact-sm" variant="default" disabled={showing.isBusy} onClick={() => showing.run(own.id)}>
            Show its values
          </Button>
        )
      }
    >
      <p>
        {own ? 'Your change request ' : 'Open change requests write to this object: '}
        {(own ? [own] : requests).map(({ id, title, author }, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <Link to={paths.changeRequest(id)}>
              {id}: {title}
            </Link>
            {!own && ` (${author})`}
          </Fragment>
        ))}
        {own ? ' writes to this object.' : '.'}
      </p>
    </Notice>
  )
}
