import { Button } from '@mantine/core'
import { can, groupOf, type Owned } from '@quatrain/contract/kit/policy.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { capitalized } from '#lib/words.ts'
import { linesOf } from '#ui/messages.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { createStore } from '#ui/store.ts'
import classes from './Failure.module.css'
import placeholder from './PagePlaceholder.module.css'

interface FailureProps {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
}

/** Replaces a part of a page that failed: the reason, what the user can do, and the id for the operator's log. */
export const Failure = (props: FailureProps) => (
  <section className={classes.failure} role="alert">
    <h2 className={classes.title}>Something went wrong</h2>
    <Details {...props} />
  </section>
)

/** Replaces a whole page. */
export const FailurePage = (props: FailureProps) => (
  <PageFrame title="Something went wrong" width="reading">
    <section className={classes.failure} role="alert">
      <Details {...props} level="h2" />
    </section>
  </PageFrame>
)

function Details({ error, retry, level: Heading = 'h3' }: FailureProps & { readonly level?: 'h2' | 'h3' }) {
  const [heading, ...lines] = messageOf(error).split('; ')
  const advice = adviceFor(error)
  return (
    <>
      <Heading>{heading}</Heading>
      {linesOf(lines).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {advice && <p>{advice}</p>}
      {isApiError(error) && error.requestId && <p className={classes.request}>Request {error.requestId}</p>}
      <div className={classes.actions}>
        <Button onClick={retry ?? (() => window.location.reload())}>{retry ? 'Try again' : 'Reload the page'}</Button>
      </div>
    </>
  )
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function adviceFor(error: unknown): string | undefined {
  if (!isApiError(error)) return 'This part of the console failed. Loading the page again usually helps.'
  if (error.code === 'not_allowed') return 'Ask an administrator of this tenant for the right to see this.'
  if (error.code === 'no_answer') return 'Check the connection of this computer, then try again.'
  if (error.code === 'too_late') return 'It may be busy, or the network between it and this computer slow. Try again.'
  if (error.code === 'too_many_attempts') return 'Wait a minute, then try again.'
  if (error.source === 'web-api') return 'The Web API, where half of this is kept, did not answer as it should.'
  return undefined
}

interface LoadFailureProps {
  /** With a capital letter, in the plural: 'The packages'. */
  readonly subject: string
  readonly error: Pick<Error, 'message'>
  readonly retry: () => unknown
  readonly isBusy?: boolean
  /** The consequence of the failure. */
  readonly children?: ReactNode
}

/** Says that a part of a usable page could not be loaded, with a button to try again. */
export const LoadFailure = ({ subject, error, retry, isBusy = false, children }: LoadFailureProps) => (
  <Notice
    kind="warning"
    role="status"
    actions={
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void retry()}>
        Try again
      </Button>
    }
  >
    {subject} could not be loaded: {error.message} {children}
  </Notice>
)

/** The number of these components on the screen, for the title of the document. */
export const missingPages = createStore(0)

interface NotFoundProps {
  /** The missing object, as a sentence. */
  readonly detail?: string
  /** The reason, as a sentence, if it is known. */
  readonly why?: string
  readonly to?: string
  readonly toWhat?: string
  /** Other possible actions. */
  readonly children?: ReactNode
}

/** Replaces a page or an object that does not exist. */
export function NotFound(props: NotFoundProps) {
  const { detail = 'There is no page at this address.', to = '/ui/home', toWhat = 'home', children } = props
  const { why = 'It may have been deleted or renamed, or the address was not copied whole.' } = props
  useEffect(() => {
    missingPages.set((count) => count + 1)
    return () => missingPages.set((count) => count - 1)
  }, [])
  return (
    <PageFrame title="Not found" width="reading">
      <p>{detail}</p>
      <p>
        {why} <Link to={to}>Go to {toWhat}</Link>.
      </p>
      {children}
    </PageFrame>
  )
}

/** The heading of a page whose content is being loaded. */
export const PagePlaceholder = ({
  title,
  object,
}: {
  readonly title: string
  readonly object?: string | undefined
}) => (
  <PageFrame title={title} object={object}>
    <PanelPlaceholder />
  </PageFrame>
)

/** The place of a part that is being loaded. */
export const PanelPlaceholder = () => (
  <div className={placeholder.panel} aria-busy="true">
    <span role="status" className="visually-hidden">
      Loading
    </span>
  </div>
)

interface BannerProps {
  readonly resource: Resource
  /** The object, if the page shows a single one. */
  readonly record?: Owned
  /** Why nothing can be changed, if it is not a missing permission. */
  readonly children?: ReactNode
}

/** Says that nothing can be changed here, and which permission is needed, to those who do not have it. */
export function ReadOnlyBanner({ resource, record = {}, children }: BannerProps) {
  const { caller } = useConsoleContext()
  const group = String(groupOf(record) ?? '')
  const write = resource.access[caller.deployment]?.write
  const { one, many } = resource.label
  const isPermitted = can(caller, 'change', resource, record)
  const needsGroup = !isPermitted && typeof write === 'object'
  const isElsewhere = caller.readOnlyKinds?.includes(resource.kind) ?? false
  return (
    <Notice kind="info" icon="lock">
      <p>
        This is a read-only instance, please request the corresponding permissions to perform any changes in this form.
      </p>
      {isElsewhere && <p>Only administrators of the super-tenant can change {many} of this tenant.</p>}
      {!isElsewhere && !isPermitted && write === 'superusers' && <p>Only administrators can change {many}.</p>}
      {needsGroup && group !== '' && (
        <p>
          Changes require membership in the group <strong>{group}</strong> of {many}. An administrator of this tenant
          can grant it.
        </p>
      )}
      {needsGroup && group === '' && (
        <p>This {one} belongs to no group, so only an administrator of this tenant can change it.</p>
      )}
      {children}
    </Notice>
  )
}

interface NotAllowedProps {
  readonly action: 'add' | 'change' | 'delete'
  readonly resource: Resource
}

/** Replaces a page that the user may not see. */
export function NotAllowed({ action, resource }: NotAllowedProps) {
  const { caller } = useConsoleContext()
  const isElsewhere = caller.readOnlyKinds?.includes(resource.kind) ?? false
  const needsGroup = typeof resource.access[caller.deployment]?.write === 'object'
  return (
    <PageFrame title={`${capitalized(action)} ${resource.label.one}`} width="reading">
      <Notice kind="info" icon="lock">
        <p>
          You do not have permission to {action} {resource.label.many}.
        </p>
        {needsGroup ? (
          <p>It requires membership in at least one group of {resource.label.many}. An administrator can grant it.</p>
        ) : (
          <p>Only administrators {isElsewhere && 'of the super-tenant '}can.</p>
        )}
      </Notice>
    </PageFrame>
  )
}
