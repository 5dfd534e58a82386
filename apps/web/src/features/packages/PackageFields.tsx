import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RepoFields } from './RepoFields.tsx'
import { VersionField } from './VersionField.tsx'

/** The fields of a package. */
export const PackageFields = () => (
  <div className={form.fields}>
    <TextField name="name" label="Name" description="Package name." isMono />
    <VersionField />
    <RepoFields />
  </div>
)
