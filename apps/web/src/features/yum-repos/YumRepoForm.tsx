import { packageKey, packageLabel } from '@quatrain/contract/resources/package.ts'
import { type YumRepo, yumRepoKey, type yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { useQuery } from '@tanstack/react-query'
import { packagePlaces, usersOfPackages } from '#features/package-usage/package-usage.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { SelectField } from '#kit/fields/SelectField.tsx'
import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { type Users, WhereUsed } from '#kit/page/WhereUsed.tsx'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { ReadOnlyPage } from '#kit/resource/ReadOnlyPage.tsx'
import { inNameOrder } from '#lib/name-order.ts'
import { RepoFileField } from './RepoFileField.tsx'
import { type YumRepoValues, yumRepoForm } from './yum-repo-form.ts'
import { osTagNames, usageOfRepo } from './yum-repos.queries.ts'

/** The form of a YUM repo: of a new one, of a clone, of a stored one. */
export const YumRepoForm = (props: RecordFormProps<typeof yumRepos, YumRepoValues>) => (
  <RecordFormPage {...props} form={useRecordForm(yumRepoForm.definition, props, yumRepoForm.rules)}>
    <Content repo={props.record} />
  </RecordFormPage>
)

/** A YUM repo, read-only. */
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
        <TextField name="name" label="Name" isMono />
        <SelectField
          name="tag"
          label="Tag"
          description="OS tag."
          options={inNameOrder(tags)}
          placeholder="Choose an OS tag"
        />
      </div>
      <RepoFileField />
      <div className={form.fields}>
        <TextAreaField name="description" label="Description" rows={5} />
      </div>
      {repo && <YumRepoUsage repo={yumRepoKey(repo)} />}
    </>
  )
}

/** The dependents of a YUM repo: packages and their dependents. */
function YumRepoUsage({ repo }: { readonly repo: string }) {
  const { deployment } = useConsoleContext().visitor
  const places = packagePlaces(deployment)
  const query = useQuery({
    ...usageOfRepo(repo),
    select: ({ packages, ...usage }): Users[] => [
      {
        one: 'package',
        many: 'packages',
        users: packages.map((usingPackage) => ({
          name: packageLabel(usingPackage),
          to: places.packages.details(packageKey(usingPackage)),
        })),
      },
      ...usersOfPackages(usage, places),
    ],
  })
  return <WhereUsed query={query} emptyText="No package is in this repo." />
}
