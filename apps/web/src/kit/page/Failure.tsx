import { Button } from '@mantine/core'
import { isApiError } from '#kit/api/api-error.ts'
import { linesOf } from '#ui/messages.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './Failure.module.css'

interface Props {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
}

/** Replaces a part of a page that failed: the reason, what the user can do, and the id for the operator's log. */
export const Failure = (props: Props) => (
  <section className={classes.failure} role="alert">
    <h2 className={classes.title}>Something went wrong</h2>
    <Details {...props} />
  </section>
)

/** Replaces a whole page. */
export const FailurePage = (props: Props) => (
  <PageFrame title="Something went wrong" width="reading">
    <section className={classes.failure} role="alert">
      <Details {...props} level="h2" />
    </section>
  </PageFrame>
)

function Details({ error, retry, level: Heading = 'h3' }: Props & { readonly level?: 'h2' | 'h3' }) {
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
