import { SuggestField } from '#kit/fields/SuggestField.tsx'
import { TagsField } from '#kit/fields/TagsField.tsx'
import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/ResourceForm.module.css'
import type { Offers } from './offers.ts'
import { TypeField } from './TypeField.tsx'

/** What a template is called, what it is, and what it belongs to. */
export const TemplateFields = ({ offers, nameHelp }: { readonly offers: Offers; readonly nameHelp: string }) => (
  <div className={form.fields}>
    <TextField name="name" label="Name" description={nameHelp} isMono />
    <TypeField />
    <TextAreaField name="description" label="Description" isOptional rows={2} />
    <TagsField
      name="tags"
      label="Tags"
      description="internal: every new tenant gets it. deprecated and eol: it is not looked after any more."
      suggestions={offers.tags}
    />
    <SuggestField
      name="parent"
      label="Parent"
      description="The template whose results this one comes with."
      isOptional
      suggestions={offers.names}
    />
  </div>
)
