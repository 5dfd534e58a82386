import { clockTime } from '#lib/dates.ts'
import { Mark } from '#ui/Mark.tsx'
import type { Message } from '#ui/messages.ts'
import { CopyButton } from '#ui/ValueText.tsx'
import classes from './Bell.module.css'

const marks = {
  success: { tone: 'good', word: 'Done' },
  warning: { tone: 'warn', word: 'Warning' },
  error: { tone: 'bad', word: 'Error' },
} as const

/** Messages with their times and request ids. */
export const MessageList = ({ messages }: { readonly messages: readonly Message[] }) => <ol>{messages.map(entry)}</ol>

const entry = ({ id, kind, title, lines, requestId, at }: Message) => (
  <li key={id}>
    <div className={classes.head}>
      <Mark tone={marks[kind].tone}>{marks[kind].word}</Mark>
      <strong>{title}</strong>
      <time dateTime={at.toISOString()}>{clockTime(at)}</time>
    </div>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
    {requestId !== undefined && (
      <p className={classes.request}>
        Request {requestId} <CopyButton text={requestId} subject="request id" />
      </p>
    )}
  </li>
)
