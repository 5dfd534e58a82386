import { useQuery } from '@tanstack/react-query'
import { SelectField } from '#kit/fields/SelectField.tsx'
import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RepoFileField } from './RepoFileField.tsx'
import { osTagNames } from './yum-repos.queries.ts'

/** The fields of a YUM repo. */
export function YumRepoFields() {
  const { data: tags = [] } = useQuery(osTagNames)
  return (
    <>
      <div className={form.fields}>
        <TextField name="name" label="Name" description="Name of YUM repo file." isMono />
        <SelectField name="tag" label="Tag" description="OS tag." options={tags} placeholder="Choose an OS tag" />
      </div>
      <RepoFileField />
      <div className={form.fields}>
        <TextAreaField name="description" label="Description" description="Short free text description." rows={5} />
      </div>
    </>
  )
}
