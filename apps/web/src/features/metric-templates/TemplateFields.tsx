import type { MetricTag } from '@quatrain/contract/resources/metric-tag.ts'
import { useQuery } from '@tanstack/react-query'
import { metricTagQueries as metricTags } from '#features/metric-tags/metric-tags.queries.ts'
import { SuggestField } from '#kit/fields/SuggestField.tsx'
import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import type { Suggestion } from '#ui/suggestions.ts'
import type { Suggestions } from './suggestions.ts'
import { TagsField } from './TagsField.tsx'
import { TypeField } from './TypeField.tsx'

/** The name and description of a template, and its relations. */
export function TemplateFields({
  suggestions,
  nameHelp,
}: {
  readonly suggestions: Suggestions
  readonly nameHelp?: string | undefined
}) {
  const { data: tags = [] } = useQuery({ ...metricTags.list(), select: suggestionsOf })
  return (
    <div className={form.fields}>
      <TextField name="name" label="Name" {...(nameHelp !== undefined && { description: nameHelp })} isMono />
      <TypeField />
      <TextAreaField name="description" label="Description" isOptional rows={2} />
      <TagsField
        name="tags"
        label="Tags"
        description="internal: every new tenant gets it. deprecated and eol: it is no longer maintained."
        suggestions={tags}
      />
      <SuggestField
        name="parent"
        label="Parent"
        description="The template whose check also returns the results of this one."
        isOptional
        suggestions={suggestions.names}
      />
    </div>
  )
}

const suggestionsOf = (tags: readonly MetricTag[]): readonly Suggestion[] =>
  tags.map(({ name, metrics }) => ({ value: name, hint: `in ${metrics.length.toLocaleString('en')}` }))
