import { Button, Textarea } from '@mantine/core'
import { packageKey, yumRepoKey } from '@quatrain/contract/kit/kind-names.ts'
import { packageLabel } from '@quatrain/contract/resources/package.ts'
import { type YumRepo, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { problemsOfRepoFile, type RepoFileProblem } from '@quatrain/contract/resources/yum-repo-file.ts'
import { useQuery } from '@tanstack/react-query'
import { type UIEvent, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { packagePlaces, usersOfPackages } from '#features/package-usage/package-usage.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { SelectField, TextAreaField, TextField, useIsReadOnly, useProblem } from '#kit/fields/fields.tsx'
import { type PlainValues, plainForm } from '#kit/form/form-rules.ts'
import form from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { type Users, WhereUsed } from '#kit/page/WhereUsed.tsx'
import { ClonePage, objectPages } from '#kit/resource/object-pages.tsx'
import { type DetailsProps, ReadOnlyPage, RecordDetailsPage } from '#kit/resource/read-pages.tsx'
import { download } from '#lib/download.ts'
import { paths } from '#lib/paths.ts'
import { counted, inNameOrder } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { CopyButton, LabelledValue } from '#ui/ValueText.tsx'
import classes from './repo-file.module.css'
import { osTagNames, usageOfRepo } from './yum-repos.queries.ts'

type YumRepoValues = PlainValues<typeof yumRepos>

const yumRepoForm = plainForm({
  resource: yumRepos,
  paths: paths.yumRepos,
  blank: { name: '', tag: '', content: '', description: '' },
  nameOf: yumRepoKey,
  sideEffects: { package: {} },
})

/** The form of a YUM repo: of a new one, of a clone, of a stored one. */
const YumRepoForm = (props: RecordFormProps<typeof yumRepos, YumRepoValues>) => (
  <RecordFormPage {...props} form={useRecordForm(yumRepoForm.definition, props, yumRepoForm.rules)}>
    <Content repo={props.record} />
  </RecordFormPage>
)

/** A YUM repo, read-only. */
const YumRepoDetails = (props: DetailsProps<typeof yumRepos, YumRepoValues>) => (
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
  const { deployment } = useConsoleContext().caller
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

const shared = { definition: yumRepoForm.definition, Form: YumRepoForm, Details: YumRepoDetails } as const

/** Usually for another operating system: the name is kept and the tag is empty. */
const cloneOf = ({ id: _, ...repo }: YumRepo) => ({ ...repo, tag: '' })

export const yumRepoPages = { ...objectPages(shared), clone: <ClonePage {...shared} cloneOf={cloneOf} /> }

export const tenantYumRepoPages = { details: <RecordDetailsPage {...shared} paths={paths.tenantYumRepos} /> }

/** The content of a repo file: as text with numbered lines, or an editor with warnings about its format. */
function RepoFileField() {
  const content = useWatch<YumRepoValues, 'content'>({ name: 'content' })
  const name = useWatch<YumRepoValues, 'name'>({ name: 'name' })
  return useIsReadOnly() ? <RepoFileText name={name} content={content} /> : <RepoFileEdit content={content} />
}

function RepoFileEdit({ content }: { readonly content: string }) {
  const { register } = useFormContext<YumRepoValues>()
  const numbers = useRef<HTMLPreElement>(null)
  const lines = content.split('\n').length
  const problems = useMemo(() => problemsOfRepoFile(content), [content])
  const warned = new Set(problems.map(({ line }) => line))
  const follow = ({ currentTarget }: UIEvent<HTMLTextAreaElement>) => {
    if (numbers.current) numbers.current.style.translate = `0 ${-currentTarget.scrollTop}px`
  }
  return (
    <div className={classes.editor}>
      <Textarea
        {...register('content')}
        label="File content"
        error={useProblem('content')}
        rows={14}
        resize="vertical"
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes.input ?? '', section: classes.gutter ?? '' }}
        onScroll={follow}
        leftSectionWidth={48}
        leftSection={
          <pre ref={numbers} className={classes.numbers} aria-hidden="true">
            {Array.from({ length: lines }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
              <span key={index} data-warned={warned.has(index + 1) || undefined}>
                {`${index + 1}\n`}
              </span>
            ))}
          </pre>
        }
      />
      <Warnings problems={problems} />
    </div>
  )
}

const maxShown = 8

/** Warnings do not prevent saving. */
function Warnings({ problems }: { readonly problems: readonly RepoFileProblem[] }) {
  const visibleProblems = problems.slice(0, maxShown)
  return (
    <div role="status">
      {problems.length > 0 && (
        <Notice kind="warning">
          <p>{counted(problems.length, 'warning')}. The file can be saved anyway.</p>
          <ul className={classes.warnings}>
            {visibleProblems.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <strong>Line {line}:</strong> {message}
              </li>
            ))}
          </ul>
          {visibleProblems.length < problems.length && <p>{problems.length - visibleProblems.length} more</p>}
        </Notice>
      )}
    </div>
  )
}

/** A repo file, read-only, with buttons to copy and download it. */
const RepoFileText = ({ name, content }: { readonly name: string; readonly content: string }) => (
  <LabelledValue label="File content">
    <CopyButton text={content} subject="file content" />
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<Icon name="download" size={15} />}
      onClick={() => download(`${name}.repo`, content, 'text/plain')}
    >
      Download
    </Button>
    <pre className={classes.text}>
      {content
        .replace(/\n$/, '')
        .split('\n')
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
          <span key={index} className={classes.line}>
            {`${line}\n`}
          </span>
        ))}
    </pre>
  </LabelledValue>
)
