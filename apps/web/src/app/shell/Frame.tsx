import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { z } from 'zod'
import { crumbsOf, titleOf } from '#app/crumbs.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { missingPages } from '#kit/page/page-states.tsx'
import { useSingleKey } from '#kit/page/single-keys.ts'
import { asLastSeen } from '#kit/page/visits.ts'
import { paths } from '#lib/paths.ts'
import { addressOfSection, type SectionName, sectionNamed } from '#lib/sections.ts'
import { useStored } from '#lib/storage.ts'
import { DialogHost } from '#ui/dialogs.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { useStore } from '#ui/store.ts'
import { Toasts } from '#ui/Toasts.tsx'
import { tenantColour } from '#ui/tenant-colour.ts'
import { overlays } from '#ui/theme.ts'
import crumbs from './Breadcrumbs.module.css'
import classes from './Frame.module.css'
import side from './SideNavigation.module.css'
import { showShortcuts } from './show-shortcuts.tsx'
import { TopBar } from './TopBar.tsx'

interface Count {
  readonly count: number
  readonly label: string
}

interface Props {
  /** In the order of the navigation. */
  readonly sections: readonly SectionName[]
  readonly isPublic: boolean
  /** Numbers beside sections, and what they are numbers of. */
  readonly counts?: { readonly [Name in SectionName]?: Count }
  /** The right part of the top bar. */
  readonly userMenu: ReactNode
  readonly foot: ReactNode
  /** What concerns every page. */
  readonly notices?: ReactNode
}

/** The frame of every page: top bar, navigation, breadcrumbs, dialogs and messages. */
export function Frame({ sections, isPublic, counts = {}, userMenu, foot, notices }: Props) {
  const { options } = useConsoleContext()
  const { pathname } = useLocation()
  const isComing = useNavigation().state === 'loading'
  const [openAt, setOpenAt] = useState<string>()
  const [isFolded, setFolded] = useStored('folded-navigation', z.boolean(), false)
  const isMenuOpen = openAt === pathname
  const isMissing = useStore(missingPages) > 0
  useSingleKey(['?', 'shift+?'], showShortcuts)
  const colour = tenantColour(options.tenant_display_name)
  return (
    <div className={classes.frame} data-folded={isFolded} style={{ '--tenant': colour }}>
      <title>{`${titleOf(isMissing ? '' : pathname, options.tenant_display_name)} | Quatrain`}</title>
      <TenantIcon colour={colour} />
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <TopBar
        name={options.tenant_display_name}
        isPublic={isPublic}
        isMenuOpen={isMenuOpen}
        onMenu={() => setOpenAt(isMenuOpen ? undefined : pathname)}
      >
        {userMenu}
      </TopBar>
      <SideNavigation
        sections={sections}
        isPublic={isPublic}
        counts={counts}
        isOpen={isMenuOpen}
        isFolded={isFolded && !isMenuOpen}
        onFold={() => setFolded(!isFolded)}
        onClose={() => setOpenAt(undefined)}
      />
      <main id="content" tabIndex={-1} className={classes.main} aria-busy={isComing}>
        <Breadcrumbs pathname={pathname} />
        {notices}
        <Outlet />
        <footer className={classes.foot}>{foot}</footer>
        <div id={overlays.slice(1)} className={classes.overlays} />
      </main>
      {isComing && <div className={classes.coming} aria-hidden="true" />}
      <ScrollRestoration />
      <DialogHost />
      <Toasts />
    </div>
  )
}

/** The icon of the browser tab in the color of the tenant, which distinguishes tabs. */
function TenantIcon({ colour }: { readonly colour: string }) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><path d="M7 9h13M12 14h13M7 19h13M12 24h13" stroke="#fff" stroke-width="2.8" stroke-linecap="round" fill="none"/></svg>`
  return <link rel="icon" type="image/svg+xml" href={`data:image/svg+xml,${encodeURIComponent(drawing)}`} />
}

/** The path from the home page to the current page. */
function Breadcrumbs({ pathname }: { readonly pathname: string }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={crumbs.list}>
        {crumbsOf(pathname).map(({ label, to }) => (
          <li key={to ?? label} aria-current={to === undefined ? 'page' : undefined}>
            {to === undefined ? label : <Link to={asLastSeen(to)}>{label}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface SideProps extends Required<Pick<Props, 'sections' | 'isPublic' | 'counts'>> {
  /** Overlays the page on narrow screens. */
  readonly isOpen: boolean
  readonly isFolded: boolean
  readonly onFold: () => void
  readonly onClose: () => void
}

/** The sections, and links about the console itself. */
function SideNavigation({ sections, isPublic, counts, isOpen, isFolded, onFold, onClose }: SideProps) {
  // Other handlers need the same key, so its event is not stopped.
  useHotkeys([['Escape', () => isOpen && leave(onClose), { preventDefault: false }]], [])
  return (
    <>
      {isOpen && <button type="button" className={side.veil} aria-label="Close navigation" onClick={onClose} />}
      <div id="navigation" className={side.side} data-open={isOpen} data-folded={isFolded}>
        <nav aria-label="Sections" ref={isOpen ? holdFocus : undefined}>
          <ul className={side.list}>
            {sections.map((name) => (
              <Item key={name} name={name} isPublic={isPublic} count={counts[name]} />
            ))}
          </ul>
        </nav>
        <Information isPublic={isPublic} />
        <button
          type="button"
          className={side.fold}
          onClick={onFold}
          aria-pressed={isFolded}
          title="Collapse navigation"
        >
          <Icon name="collapse" />
          <span className={side.label}>Collapse navigation</span>
        </button>
      </div>
    </>
  )
}

/** When the menu is closed by a key, the focus returns to the button that opened it. */
function leave(close: () => void) {
  close()
  document.querySelector<HTMLElement>('[aria-controls="navigation"]')?.focus()
}

/** An open menu has the focus. After it is closed, the focus returns to the previous element unless it has moved. */
function holdFocus(list: HTMLElement | null) {
  const before = document.activeElement
  list?.querySelector('a')?.focus()
  return () => {
    if (before instanceof HTMLElement && list?.contains(document.activeElement)) before.focus()
  }
}

interface ItemProps {
  readonly name: SectionName
  readonly isPublic: boolean
  readonly count: Count | undefined
}

function Item({ name, isPublic, count }: ItemProps) {
  const section = sectionNamed(name)
  return (
    <li>
      <NavLink to={addressOfSection(section, isPublic)} className={side.item} title={section.title}>
        <Icon name={section.icon} />
        <span className={side.label}>{section.title}</span>
        {count && (
          <span className={side.count} title={count.label}>
            {count.count}
            <span className="visually-hidden"> ({count.label})</span>
          </span>
        )}
      </NavLink>
    </li>
  )
}

function Information({ isPublic }: { readonly isPublic: boolean }) {
  const { terms_privacy_links, version } = useConsoleContext().options
  const outside = (label: string, to: string, icon: IconName) =>
    to !== '' && (
      <li>
        <a href={to} target="_blank" rel="noreferrer" className={side.item} title={label}>
          <Icon name={icon} />
          <span className={side.label}>
            {label}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </span>
        </a>
      </li>
    )
  const nestedLink = (label: string, to: string, icon: IconName = 'info') => (
    <li>
      <NavLink to={to} className={side.item} title={label}>
        <Icon name={icon} />
        <span className={side.label}>{label}</span>
      </NavLink>
    </li>
  )
  return (
    <nav aria-label="Information" className={side.information}>
      <ul className={side.list}>
        {nestedLink('Documentation', isPublic ? paths.publicDocumentation : paths.documentation, 'document')}
        {!isPublic && nestedLink('About Quatrain', paths.about)}
        {outside('Terms', terms_privacy_links.terms, 'external')}
        {!isPublic && nestedLink('Cookie Policies', paths.cookiePolicies)}
        {outside('Privacy Policy', terms_privacy_links.privacy, 'external')}
        <li>
          <button type="button" className={side.item} title="Keyboard shortcuts" onClick={showShortcuts}>
            <Icon name="keyboard" />
            <span className={side.label}>Keyboard shortcuts</span>
          </button>
        </li>
      </ul>
      <p className={side.version}>
        <span className={side.label}>Version </span>
        {version}
      </p>
    </nav>
  )
}
