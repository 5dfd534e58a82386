import { ActionIcon } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { SearchButton } from '#app/search/SearchButton.tsx'
import { lazyPart, preloadPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { Icon } from '#ui/Icon.tsx'
import { LogoMark, WordMark } from '#ui/Logo.tsx'
import { messages } from '#ui/messages.ts'
import { useStore } from '#ui/store.ts'
import { TenantName } from '#ui/TenantName.tsx'
import { BarPanel } from './BarPanel.tsx'
import bell from './Bell.module.css'
import { SchemeSwitch } from './SchemeSwitch.tsx'
import classes from './TopBar.module.css'

interface Props {
  readonly name: string
  readonly isPublic: boolean
  readonly isMenuOpen: boolean
  readonly onMenu: () => void
  readonly children: ReactNode
}

/** The tenant, and what belongs to the user rather than to the page. */
export function TopBar({ name, isPublic, isMenuOpen, onMenu, children }: Props) {
  const home = isPublic ? paths.publicHome : paths.home
  return (
    <header className={classes.bar}>
      <ActionIcon
        className={classes.menu}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={isMenuOpen ? 'Close navigation' : 'Open navigation'}
        aria-expanded={isMenuOpen}
        aria-controls="navigation"
        onClick={onMenu}
      >
        <Icon name={isMenuOpen ? 'close' : 'menu'} />
      </ActionIcon>
      <Link to={home} className={classes.brand} aria-label="Quatrain, home">
        <LogoMark />
        <WordMark height={18} />
      </Link>
      <Link to={home} className={classes.tenant}>
        <TenantName name={name} />
        <span className="visually-hidden">, home</span>
      </Link>
      <div className={classes.right}>
        <SearchButton />
        {isPublic ? <SchemeSwitch /> : <Bell />}
        {children}
      </div>
    </header>
  )
}

// It is loaded with the first message, so that it is there if the server goes away.
const loadList = () => import('./MessageList.tsx')
const MessageList = lazyPart(loadList, ({ MessageList }) => MessageList)

/** All messages of this session. Without a count: a message that is not of success stays on the screen until it is closed. */
function Bell() {
  const { inBell } = useStore(messages)
  const [isOpen, setOpen] = useState(false)
  const hasMessages = inBell.length > 0
  useEffect(() => {
    if (hasMessages) preloadPart(loadList)
  }, [hasMessages])
  return (
    <BarPanel
      isOpen={isOpen}
      onChange={setOpen}
      className={bell.panel}
      button={(opening) => (
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Messages" {...opening}>
          <Icon name="bell" />
        </ActionIcon>
      )}
    >
      <h2>Messages of this session</h2>
      <Suspense>{hasMessages ? <MessageList messages={inBell} /> : <p className={bell.none}>No messages</p>}</Suspense>
    </BarPanel>
  )
}
