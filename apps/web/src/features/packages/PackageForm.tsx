import { Checkbox } from '@mantine/core'
import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import { packages, presentVersion } from '@quatrain/contract/resources/package.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { osTagNames, yumRepoQueries as yumRepos } from '#features/yum-repos/yum-repos.queries.ts'
import { TextField, useProblem } from '#kit/fields/fields.tsx'
import { type PlainValues, plainForm } from '#kit/form/form-rules.ts'
import { FieldSection } from '#kit/form/ReadOnlyForm.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { paths } from '#lib/paths.ts'
import { inNameOrder } from '#lib/words.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { Notice } from '#ui/Notice.tsx'
import { type RepoRow, reposByTag, withRepo } from './repos-by-tag.ts'

export type PackageValues = PlainValues<typeof packages>

export const packageForm = plainForm({
  resource: packages,
  paths: paths.packages,
  blank: { name: '', version: '', use_present_version: false, repos: [] },
  nameOf: packageKey,
  sideEffects: { probe: {}, metrictemplate: {}, metric: {} },
})

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
    </div>
    <RepoFields />
    {children}
  </RecordFormPage>
)

const version = { name: 'version', label: 'Version', isMono: true } as const

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

/** The repos of a package, one for each operating system. */
function RepoFields() {
  const tags = useQuery(osTagNames)
  const repos = useQuery(yumRepos.list())
  const { field } = useController<PackageValues, 'repos'>({ name: 'repos' })
  const problem = useProblem('repos')
  const failure = tags.error ?? repos.error
  const rows = reposByTag(tags.data ?? [], repos.data ?? [], field.value)
  return (
    <FieldSection title="Repos">
      {failure && (
        <LoadFailure
          subject="The repos"
          error={failure}
          retry={() => Promise.all([tags.refetch(), repos.refetch()])}
          isBusy={tags.isFetching || repos.isFetching}
        />
      )}
      {problem !== undefined && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      {rows.map((row, index) => (
        <RepoSelect
          key={row.tag}
          row={row}
          hasProblem={problem !== undefined}
          isLoading={repos.isPending}
          onChange={(label) => field.onChange(withRepo(field.value, row, label))}
          onBlur={field.onBlur}
          {...(index === 0 && { ref: field.ref })}
        />
      ))}
    </FieldSection>
  )
}

interface RepoSelectProps {
  readonly row: RepoRow
  readonly hasProblem: boolean
  readonly isLoading: boolean
  readonly onChange: (label: string) => void
  readonly onBlur: () => void
  readonly ref?: (element: HTMLSelectElement | null) => void
}

const RepoSelect = ({ row, hasProblem, isLoading, onChange, onBlur, ref }: RepoSelectProps) => {
  const { tag, chosenRepo, otherRepos, options } = row
  return (
    <NativeSelect
      {...(ref && { ref })}
      label={`${tag} repo`}
      description={otherRepos.length > 0 && `It is in ${otherRepos.join(', ')} as well.`}
      disabled={isLoading}
      error={hasProblem}
      value={chosenRepo}
      data={[
        { value: '', label: options.length > 0 ? 'None' : 'None: there is no repo for it' },
        ...inNameOrder(options),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
}
