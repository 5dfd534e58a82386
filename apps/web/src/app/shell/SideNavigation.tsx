import { useHotkeys } from '@mantine/hooks'
import { NavLink } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { paths } from '#lib/paths.ts'
import { addressOfSection, type SectionName, sectionNamed } from '#lib/sections.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import classes from './SideNavigation.module.css'
import { showShortcuts } from './show-shortcuts.tsx'

interface Props {
  readonly sections: readonly SectionName[]
  readonly isPublic: boolean
  /** Overlays the page on narrow screens. */
  readonly isOpen: boolean
  readonly isFolded: boolean
  readonly onFold: () => void
  readonly onClose: () => void
}

/** The sections, and links about the console itself. */
export function SideNavigation({ sections, isPublic, isOpen, isFolded, onFold, onClose }: Props) {
  // Other handlers need the same key, so its event is not stopped.
  useHotkeys([['Escape', () => isOpen && leave(onClose), { preventDefault: false }]], [])
  return (
    <>
      {isOpen && <button type="button" className={classes.veil} aria-label="Close navigation" onClick={onClose} />}
      <div id="navigation" className={classes.side} data-open={isOpen} data-folded={isFolded}>
        <nav aria-label="Sections" ref={isOpen ? holdFocus : undefined}>
          <ul className={classes.list}>
            {sections.map((name) => (
              <Item key={name} name={name} isPublic={isPublic} />
            ))}
          </ul>
        </nav>
        <Information isPublic={isPublic} />
        <button
          type="button"
          className={classes.fold}
          onClick={onFold}
          aria-pressed={isFolded}
          title="Collapse navigation"
        >
          <Icon name="collapse" />
          <span className={classes.label}>Collapse navigation</span>
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

function Item({ name, isPublic }: { readonly name: SectionName; readonly isPublic: boolean }) {
  const section = sectionNamed(name)
  return (
    <li>
      <NavLink to={addressOfSection(section, isPublic)} className={classes.item} title={section.title}>
        <Icon name={section.icon} />
        <span className={classes.label}>{section.title}</span>
      </NavLink>
    </li>
  )
}

function Information({ isPublic }: { readonly isPublic: boolean }) {
  const { terms_privacy_links, version } = useConsoleContext().options
  const outside = (label: string, to: string, icon: IconName) =>
    to !== '' && (
      <li>
        <a href={to} target="_blank" rel="noreferrer" className={classes.item} title={label}>
          <Icon name={icon} />
          <span className={classes.label}>
            {label}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </span>
        </a>
      </li>
    )
  const nestedLink = (label: string, to: string, icon: IconName = 'info') => (
    <li>
      <NavLink to={to} className={classes.item} title={label}>
        <Icon name={icon} />
        <span className={classes.label}>{label}</span>
      </NavLink>
    </li>
  )
  return (
    <nav aria-label="Information" className={classes.information}>
      <ul className={classes.list}>
        {nestedLink('Documentation', isPublic ? paths.publicDocumentation : paths.documentation, 'document')}
        {!isPublic && nestedLink('About Quatrain', paths.about)}
        {outside('Terms', terms_privacy_links.terms, 'external')}
        {!isPublic && nestedLink('Cookie Policies', paths.cookiePolicies)}
        {outside('Privacy Policy', terms_privacy_links.privacy, 'external')}
        <li>
          <button type="button" className={classes.item} title="Keyboard shortcuts" onClick={showShortcuts}>
            <Icon name="keyboard" />
            <span className={classes.label}>Keyboard shortcuts</span>
          </button>
        </li>
      </ul>
      <p className={classes.version}>
        <span className={classes.label}>Version </span>
        {version}
      </p>
    </nav>
  )
}
