import { Notice } from '#ui/Notice.tsx'

/** What the console does with the few tags that mean something to it. */
const meanings: Readonly<Record<string, string>> = {
  internal:
    'Every new tenant begins with the metrics of the templates that are tagged internal, unless these are eol too, and they stay when no metric profile holds them. A tenant that is there already gets none by this tag.',
  deprecated: 'Metrics of these templates are marked in red, and each tenant’s home counts them as needing attention.',
  eol: 'Metrics of these templates are marked in red, and each tenant’s home counts them as needing attention. New tenants do not begin with them, also when they are internal.',
}

/** Says what a tag does beside grouping; most do nothing else. */
export function TagMeaning({ name }: { readonly name: string }) {
  const meaning = meanings[name.trim()]
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
