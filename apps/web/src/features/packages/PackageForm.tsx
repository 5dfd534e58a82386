import { Checkbox } from '@mantine/core'
import { type packages, presentVersion } from '@quatrain/contract/resources/package.ts'
import { type ReactNode, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { TextField } from '#kit/fields/TextField.tsx'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { type PackageValues, packageForm } from './package-form.ts'
import { RepoFields } from './RepoFields.tsx'

interface Props extends RecordFormProps<typeof packages, PackageValues> {
  /** What is shown below the fields. */
  readonly children: ReactNode
}

/** The form of a package: of a new one, of a clone, of a stored one. */
export const PackageForm = ({ children, ...props }: Props) => (
  <RecordFormPage {...props} form={useRecordForm(packageForm.definition, props, packageForm.rules)}>
    <div className={form.fields}>
      <TextField name="name" label="Name" isMono />
      <VersionField />
      <RepoFields />
    </div>
    {children}
  </RecordFormPage>
)

const version = { name: 'version', label: 'Version', description: 'Package version.', isMono: true } as const

/** The version of a package, or that it is whatever is present in its repos. */
function VersionField() {
  const isPresent = useWatch<PackageValues, 'use_present_version'>({ name: 'use_present_version' })
  const { setValue, getValues } = useFormContext<PackageValues>()
  const former = useRef('')
  const change = (isOn: boolean) => {
    if (isOn) former.current = getValues('version')
    setValue('use_present_version', isOn, { shouldDirty: true })
    // Clearing the box restores the previous version, and an empty one is validated only when the field is left.
    setValue('version', isOn ? presentVersion : former.current, { shouldDirty: true, shouldValidate: isOn })
  }
  return (
    <>
      <TextField
        // The key remounts the field, so that it does not keep the state of the other mode.
        key={String(isPresent)}
        {...version}
        fixed={isPresent ? 'Whatever version is in the repo.' : undefined}
      />
      <Checkbox
        label="Use version which is present in repo"
        checked={isPresent}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </>
  )
}
