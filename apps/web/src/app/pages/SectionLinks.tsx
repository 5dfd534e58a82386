import { Link } from 'react-router'
import { sections } from '#app/sections.ts'
import { Icon } from '#ui/Icon.tsx'
import panel from '#ui/panel.module.css'
import classes from './SectionLinks.module.css'

interface Props {
  readonly title: string
  /** Addresses below `/ui/`. */
  readonly names: readonly string[]
  readonly isPublic?: boolean
  /** The number of objects of each section. */
  readonly counts?: Readonly<Record<string, number>> | undefined
}

/** A group of sections with their descriptions. */
export function SectionLinks({ title, names, isPublic = false, counts }: Props) {
  return (
    <section className={`${panel.panel} ${classes.cluster}`} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {names.map((name) => {
          const section = sections[name]
          if (!section) return null
          const count = counts?.[name.replace('administration/', '')]
          const to = isPublic ? `/ui/public_${name.replace('administration/', '')}` : `/ui/${name}`
          return (
            <li key={name}>
              <Icon name={section.icon} />
              <Link to={to}>{section.title}</Link>
              <span className={classes.about}>{section.about}</span>
              {count !== undefined && <span className={classes.count}>{count.toLocaleString('en')}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
