import { Button } from '@mantine/core'
import { isEditable } from '@quatrain/contract/change-requests/change-request.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { changeRequestQuery, changeRequestsQuery } from '#kit/api/change-requests.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import type { ResourceFormState } from './use-resource-form.ts'

/**
 * The open change requests that write to the object of this form. The form can show what one of the user's own contains, and adds
 * its values there again. An object that a request adds has no page of its own: the address of the form for a new one names it.
 */
export function CollectedNotice<Values extends FieldValues>({ form }: { readonly form: ResourceFormState<Values> }) {
  const { definition, mode, base, methods } = form
  const { resource, nameOf } = definition
  const [query] = useSearchParams()
  const username = useConsoleContext().user?.username
  const name = mode === 'change' ? nameOf(base.values) : (query.get('name') ?? '')
  const queries = useQueryClient()
  const isAsked = form.collect !== undefined && name !== ''
  const { data: requests = [] } = useQuery({ ...changeRequestsQuery({ kind: resource.kind, name }), enabled: isAsked })
  const showing = useWriting({
    async mutationFn(id: number) {
      const { request } = await queries.fetchQuery({ ...changeRequestQuery(id), staleTime: 0 })
      const write = request.writes.find((stored) => stored.kind === resource.kind && stored.name === name)
      // The input of an add or a change is what `toDocument` takes.
      const document = write && (resource.toDocument?.(write.input as never) ?? write.input)
      const values = definition.fromDocument(document, base.values)
      if (values) methods.reset(values)
    },
    doing: 'showing what the change request contains',
  })
  const own = requests.find(({ author, state }) => author === username && isEditable(state))
  // The page of the request has a link to the form, to edit what the request contains.
  const isOpenedFromRequest = own !== undefined && query.get('request') === String(own.id) && !form.draft.restored
  const isLoaded = useRef(false)
  useEffect(() => {
    if (!isOpenedFromRequest || isLoaded.current) return
    isLoaded.current = true
    showing.run(own.id)
  })
  if (!isAsked || requests.length === 0) return null
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
        {own ? ' writes to this object. ' : '. '}
      </p>
    </Notice>
  )
}
