import { ActionIcon } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#lib/lazy-part.ts'
import { preloadPart } from '#lib/load-part.ts'
import { Icon } from '#ui/Icon.tsx'
import { messages, messagesSeen } from '#ui/messages.ts'
import { useStore } from '#ui/store.ts'
import { BarPanel } from './BarPanel.tsx'
import classes from './Bell.module.css'

// It is loaded with the first message, so that it is there if the server goes away.
const loadList = () => import('./MessageList.tsx')
const MessageList = lazyPart(loadList, ({ MessageList }) => MessageList)

/** All messages of this session. */
export function Bell() {
  const { inBell, unseen } = useStore(messages)
  const [isOpen, setOpen] = useState(false)
  const hasMessages = inBell.length > 0
  useEffect(() => {
    if (hasMessages) preloadPart(loadList)
  }, [hasMessages])
  const change = (willBeOpen: boolean) => {
    setOpen(willBeOpen)
    messagesSeen()
  }
  return (
    <BarPanel
      isOpen={isOpen}
      onChange={change}
      className={classes.panel}
      button={(opening) => (
        <ActionIcon
          className={classes.bell}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={unseen > 0 ? `Messages, ${unseen} new` : 'Messages'}
          {...opening}
        >
          <Icon name="bell" />
          {unseen > 0 && (
            <span className={classes.count} aria-hidden="true">
              {unseen}
            </span>
          )}
        </ActionIcon>
      )}
    >
      <h2>Messages of this session</h2>
      <Suspense>
        {hasMessages ? <MessageList messages={inBell} /> : <p className={classes.none}>No messages</p>}
      </Suspense>
    </BarPanel>
  )
}
