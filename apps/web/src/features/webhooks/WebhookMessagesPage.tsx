import { Button } from '@mantine/core'
import { listWebhookDeliveries, sendWebhook, type WebhookDelivery } from '@quatrain/contract/resources/webhook.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { queryOf } from '#kit/api/queries.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { FailurePage, NotFound, PagePlaceholder } from '#kit/page/page-states.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { paths } from '#lib/paths.ts'
import { usePathParameters } from '#lib/resource-paths.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { tell } from '#ui/messages.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import table from '#ui/table.module.css'
import classes from './webhooks.module.css'

const title = 'Messages of webhook'

/** Milliseconds after which the messages are read again, because the server sends them meanwhile. */
const refreshMs = 5_000

/** The last messages of a webhook with every attempt. */
export function WebhookMessagesPage() {
  const { name = '' } = usePathParameters()
  const params = { key: name }
  const { data, error, refetch } = useQuery({
    ...queryOf(['webhook', 'messages', name], listWebhookDeliveries, { params }),
    refetchInterval: refreshMs,
    retry: false,
  })
  const sending = useWriting({
    mutationFn: (message: string | undefined) => call(sendWebhook, { params, body: { message } }),
    onSuccess: (_, message) =>
      tell.success({
        title: 'Sending',
        lines: [message === undefined ? 'A test is being sent' : 'It is being sent again'],
      }),
    doing: 'sending the message',
    onEnd: () => void refetch(),
  })
  if (isApiError(error, 'not_found')) {
    return <NotFound detail="There is no such webhook." to={paths.webhooks.list} toWhat="the webhooks" />
  }
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title={title} object={name} />
  return (
    <PageFrame
      title={title}
      object={name}
      actions={
        <Button loading={sending.isBusy} onClick={() => sending.run(undefined)}>
          Send a test
        </Button>
      }
    >
      <p>
        The last 100 messages, the newest first. One that fails is tried again for 24 hours; then the{' '}
        <Link to={paths.webhooks.details(name)}>webhook</Link> is paused.
      </p>
      {data.length === 0 ? (
        <p>Nothing has been sent yet.</p>
      ) : (
        <div className={table.scroll}>
          <CardTable caption="Messages" headings={['Time', 'Event', 'Object', 'State', 'Attempts', 'Action']}>
            {data.map((message) => (
              <Row key={message.id} message={message} isBusy={sending.isBusy} send={sending.run} />
            ))}
          </CardTable>
        </div>
      )}
    </PageFrame>
  )
}

const tones: Readonly<Record<WebhookDelivery['state'], Tone>> = { waiting: 'accent', sent: 'good', failed: 'bad' }

interface Props {
  readonly message: WebhookDelivery
  readonly isBusy: boolean
  readonly send: (id: string) => void
}

function Row({ message: { id, at, event, name, state, due, attempts }, isBusy, send }: Props) {
  return (
    <tr>
      <td>
        <Moment iso={at} />
      </td>
      <td className="mono">{event}</td>
      <td>{name}</td>
      <td>
        <Mark tone={tones[state]}>{state}</Mark>
        {due !== null && attempts.length > 0 && (
          <div>
            next try <Moment iso={due} />
          </div>
        )}
      </td>
      <td>
        {attempts.length === 0 && <em>none yet</em>}
        <ul className={classes.attempts}>
          {attempts.map((attempt, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an attempt is identified by its position
            <li key={index}>
              <Moment iso={attempt.at} />: <strong>{attempt.status ?? 'no answer'}</strong> in {attempt.milliseconds} ms
              {attempt.answer !== '' && <div className={`mono ${classes.answer}`}>{attempt.answer}</div>}
            </li>
          ))}
        </ul>
      </td>
      <td>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          aria-label={`Send ${event} of ${name} again`}
          onClick={() => send(id)}
        >
          {state === 'waiting' ? 'Send now' : 'Send again'}
        </Button>
      </td>
    </tr>
  )
}
