import { type YumRepo, yumRepoLabel } from '@quatrain/contract/resources/yum-repo.ts'

/** The repos of one operating system, and those that contain the package. */
export interface RepoRow {
  readonly tag: string
  /** The label of the selected repo; empty if none is selected. */
  readonly chosenRepo: string
  /** Repos that other programs have added: forms have one repo for each operating system. */
  readonly otherRepos: readonly string[]
  /** Labels; the selected one is always among them. */
  readonly options: readonly string[]
}

/** One row for each operating system, and for selected repos of unknown ones. */
export function reposByTag(
  tags: readonly string[],
  repos: readonly YumRepo[],
  chosenRepos: readonly string[],
): RepoRow[] {
  const knownTags = new Set(tags)
  const further = chosenRepos.map(tagOfLabel).filter((tag) => !knownTags.has(tag))
  return [...tags, ...new Set(further)].map((tag) => {
    const reposOfTag = repos.filter((repo) => repo.tag === tag).map(yumRepoLabel)
    const [chosenRepo = '', ...otherRepos] = chosenRepos.filter((label) => tagOfLabel(label) === tag)
    const options = chosenRepo === '' || reposOfTag.includes(chosenRepo) ? reposOfTag : [chosenRepo, ...reposOfTag]
    return { tag, chosenRepo, otherRepos, options }
  })
}

/** The labels after selecting another one in this row, or none. */
export const withRepo = (labels: readonly string[], { chosenRepo }: RepoRow, label: string): string[] => [
  ...labels.filter((chosenLabel) => chosenLabel !== chosenRepo && chosenLabel !== label),
  ...(label === '' ? [] : [label]),
]

/** `base-el9 (Rocky 9)` is the repo `base-el9` of `Rocky 9`; names of repos contain no space. */
export function repoOfLabel(label: string): { readonly name: string; readonly tag: string } | undefined {
  const [, name, tag] = /^(\S+) \((.+)\)$/.exec(label) ?? []
  return name === undefined || tag === undefined ? undefined : { name, tag }
}

const tagOfLabel = (label: string): string => repoOfLabel(label)?.tag ?? ''
