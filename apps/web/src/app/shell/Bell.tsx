import { ActionIcon, Popover } from '@mantine/core'
import { useState } from 'react'
import { clockTime } from '#lib/dates.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import { type Message, messages, messagesSeen } from '#ui/messages.ts'
import { useStore } from '#ui/store.ts'
import classes from './Bell.module.css'

const marks = {
  success: { tone: 'good', word: 'Done' },
  warning: { tone: 'warn', word: 'Warning' },
  error: { tone: 'bad', word: 'Error' },
} as const

/** All messages of this session. */
export function Bell() {
  const { kept, unseen } = useStore(messages)
  const [isOpen, setOpen] = useState(false)
  const change = (willBeOpen: boolean) => {
    setOpen(willBeOpen)
    messagesSeen()
  }
  return (
    <Popover opened={isOpen} onChange={change} position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon
          className={classes.bell}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={unseen > 0 ? `Messages, ${unseen} new` : 'Messages'}
          onClick={() => change(!isOpen)}
        >
          <Icon name="bell" />
          {unseen > 0 && (
            <span className={classes.count} aria-hidden="true">
              {unseen}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} w={400} maw="calc(100vw - 24px)" aria-label="Messages">
        <div className={classes.panel} tabIndex={-1} data-autofocus>
          <h2>Messages of this session</h2>
          {kept.length === 0 ? <p className={classes.none}>No messages</p> : <ol>{kept.map(entry)}</ol>}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

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
        Request {requestId} <CopyButton text={requestId} what="request id" />
      </p>
    )}
  </li>
)
