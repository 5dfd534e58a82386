import type { packages } from '@quatrain/contract/resources/package.ts'
import type { ReactNode } from 'react'
import { TextField } from '#kit/fields/TextField.tsx'
import { RecordFormPage } from '#kit/form/RecordFormPage.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { type PackageValues, packageDefinition, packageSchema } from './package-form.ts'
import { RepoFields } from './RepoFields.tsx'
import { VersionField } from './VersionField.tsx'

interface Props extends RecordFormProps<typeof packages, PackageValues> {
  /** What stands below the fields. */
  readonly children: ReactNode
}

const rules = { schema: packageSchema, fieldOf: (path: string) => path.replace(/^repos\.\d+$/, 'repos') }

/** The form of a package: of a new one, of a clone, of a stored one. */
export const PackageForm = ({ children, ...props }: Props) => (
  <RecordFormPage {...props} form={useRecordForm(packageDefinition, props, rules)}>
    <div className={form.fields}>
      <TextField name="name" label="Name" description="Package name." isMono />
      <VersionField />
      <RepoFields />
    </div>
    {children}
  </RecordFormPage>
)
