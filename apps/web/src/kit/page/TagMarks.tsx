import { Mark } from '#ui/Mark.tsx'
import { NoValue } from '#ui/ValueText.tsx'
import classes from './details.module.css'
import { tagsInOrder, toneOfTag } from './tags.ts'

/** All tags of an object, in the place of a field. */
export function TagMarks({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return <NoValue />
  return (
    <span className={classes.marks}>
      {tagsInOrder(tags).map((tag) => (
        <Mark key={tag} tone={toneOfTag(tag)}>
          {tag}
        </Mark>
      ))}
    </span>
  )
}
