import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SearchButton } from '#app/search/SearchButton.tsx'
import { paths } from '#lib/paths.ts'
import { Icon } from '#ui/Icon.tsx'
import { LogoMark, WordMark } from '#ui/Logo.tsx'
import { TenantName } from '#ui/TenantName.tsx'
import { Bell } from './Bell.tsx'
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
        {isPublic ? (
          <SchemeSwitch />
        ) : (
          <>
            <SearchButton />
            <Bell />
          </>
        )}
        {children}
      </div>
    </header>
  )
}
