import { type YumRepo, yumRepoLabel } from '@quatrain/contract/resources/yum-repo.ts'

/** The repos of one operating system, and those that contain the package. */
export interface RepoRow {
  readonly tag: string
  /** Its label; empty if none is selected. */
  readonly chosen: string
  /** Repos that other programs have added: forms have one repo for each operating system. */
  readonly others: readonly string[]
  /** Labels; the selected one is always among them. */
  readonly options: readonly string[]
}

/** One row for each operating system, and for selected repos of unknown ones. */
export function reposByTag(tags: readonly string[], repos: readonly YumRepo[], chosen: readonly string[]): RepoRow[] {
  const known = new Set(tags)
  const further = chosen.map(tagOfLabel).filter((tag) => !known.has(tag))
  return [...tags, ...new Set(further)].map((tag) => {
    const there = repos.filter((repo) => repo.tag === tag).map(yumRepoLabel)
    const [first = '', ...others] = chosen.filter((label) => tagOfLabel(label) === tag)
    const options = first === '' || there.includes(first) ? there : [first, ...there]
    return { tag, chosen: first, others, options }
  })
}

/** The labels after selecting another one in this row, or none. */
export const withRepo = (labels: readonly string[], { chosen }: RepoRow, label: string): string[] => [
  ...labels.filter((other) => other !== chosen && other !== label),
  ...(label === '' ? [] : [label]),
]

/** `base-el9 (Rocky 9)` is the repo `base-el9` of `Rocky 9`; names of repos contain no space. */
export function repoOfLabel(label: string): { readonly name: string; readonly tag: string } | undefined {
  const [, name, tag] = /^(\S+) \((.+)\)$/.exec(label) ?? []
  return name === undefined || tag === undefined ? undefined : { name, tag }
}

const tagOfLabel = (label: string): string => repoOfLabel(label)?.tag ?? ''
