import { type YumRepo, yumRepoKey, type yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { useQuery } from '@tanstack/react-query'
import { SelectField } from '#kit/fields/SelectField.tsx'
import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import { RecordFormPage } from '#kit/form/RecordFormPage.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { ReadOnlyPage } from '#kit/resource/ReadOnlyPage.tsx'
import { RepoFileField } from './RepoFileField.tsx'
import { YumRepoUsage } from './YumRepoUsage.tsx'
import { type YumRepoValues, yumRepoDefinition, yumRepoSchema } from './yum-repo-form.ts'
import { osTagNames } from './yum-repos.queries.ts'

const rules = { schema: yumRepoSchema }

/** The form of a YUM repo: of a new one, of a clone, of a stored one. */
export const YumRepoForm = (props: RecordFormProps<typeof yumRepos, YumRepoValues>) => (
  <RecordFormPage {...props} form={useRecordForm(yumRepoDefinition, props, rules)}>
    <Content repo={props.record} />
  </RecordFormPage>
)

/** A YUM repo to be read. */
export const YumRepoDetails = (props: DetailsProps<typeof yumRepos, YumRepoValues>) => (
  <ReadOnlyPage {...props}>
    <Content repo={props.record} />
  </ReadOnlyPage>
)

function Content({ repo }: { readonly repo: YumRepo | undefined }) {
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
      {repo && <YumRepoUsage repo={yumRepoKey(repo)} />}
    </>
  )
}
