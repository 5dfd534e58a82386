import { Notice } from '#ui/Notice.tsx'

/** The meaning of the few tags that the console uses itself. */
const meanings: ReadonlyMap<string, string> = new Map([
  [
    'internal',
    'New tenants get the metrics of these templates, except those with the tag eol. They keep them even if no metric profile contains them. Existing tenants are not affected.',
  ],
  [
    'deprecated',
    'Metrics of these templates are marked in red, and each tenant’s home counts them as needing attention.',
  ],
  [
    'eol',
    'Metrics of these templates are marked in red, and each tenant’s home counts them as needing attention. New tenants do not get them, even if they have the tag internal.',
  ],
])

/** Explains what a tag does besides grouping, if anything. */
export function TagMeaning({ name }: { readonly name: string }) {
  const meaning = meanings.get(name.trim())
  if (meaning === undefined) return null
  return (
    <Notice kind="info">
      <p>
        <strong>{name.trim()}</strong> has a meaning of its own.
      </p>
      <p>{meaning}</p>
    </Notice>
  )
}
