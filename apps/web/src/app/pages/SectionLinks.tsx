import { Link } from 'react-router'
import { addressOfSection, type SectionName, sectionNamed } from '#lib/sections.ts'
import { Icon } from '#ui/Icon.tsx'
import panel from '#ui/panel.module.css'
import classes from './SectionLinks.module.css'

interface Props {
  readonly title: string
  readonly names: readonly SectionName[]
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
          const section = sectionNamed(name)
          const count = counts?.[section.at.replace('administration/', '')]
          return (
            <li key={name}>
              <Icon name={section.icon} />
              <Link to={addressOfSection(section, isPublic)}>{section.title}</Link>
              <span className={classes.about}>{section.about}</span>
              {count !== undefined && <span className={classes.count}>{count.toLocaleString('en')}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
