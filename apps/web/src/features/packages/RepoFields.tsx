import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { osTagNames, yumRepoQueries as yumRepos } from '#features/yum-repos/yum-repos.queries.ts'
import { useProblem } from '#kit/fields/fields-state.ts'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { inNameOrder } from '#lib/name-order.ts'
import { Notice } from '#ui/Notice.tsx'
import type { PackageValues } from './package-form.ts'
import classes from './packages.module.css'
import { type RepoRow, reposByTag, withRepo } from './repos-by-tag.ts'

/** The repos of a package, one for each operating system. */
export function RepoFields() {
  const tags = useQuery(osTagNames)
  const repos = useQuery(yumRepos.list())
  const { field } = useController<PackageValues, 'repos'>({ name: 'repos' })
  const problem = useProblem('repos')
  const failure = tags.error ?? repos.error
  const rows = reposByTag(tags.data ?? [], repos.data ?? [], field.value)
  return (
    <fieldset className={classes.repos}>
      <legend>Repos</legend>
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
    </fieldset>
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
  const also = otherRepos.length > 0 ? ` It is in ${otherRepos.join(', ')} as well.` : ''
  return (
    <NativeSelect
      {...(ref && { ref })}
      label={`${tag} repo`}
      description={`Package is part of selected ${tag} repo.${also}`}
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
