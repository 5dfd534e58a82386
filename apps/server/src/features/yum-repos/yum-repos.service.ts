import { packageKey, yumRepoKey } from '@quatrain/contract/kit/kind-names.ts'
import { yumRepoLabel, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { problemsOfRepoFile } from '@quatrain/contract/resources/yum-repo-file.ts'
import { inUse } from '@quatrain/platform/errors.ts'
import { followRenamedRepo } from '#features/packages/packages.effects.ts'
import { packagesWithRepo } from '#features/packages/packages.reads.ts'
import { someOf } from '#kit/recording/list-words.ts'
import { plainWrites } from '#kit/resource/plain-writes.ts'
import * as repository from './yum-repos.repository.ts'

export const yumRepoWrites = plainWrites(yumRepos, repository, {
  nameOf: yumRepoKey,
  /** Versions of packages contain the labels of their repos. */
  async updateDependents(ctx, before, after) {
    const [from, to] = [yumRepoLabel(before), yumRepoLabel(after)]
    return from === to ? [] : followRenamedRepo(ctx, { id: after.id, from, to })
  },
  async noticesOf(_, { content }, before) {
    const problems = content === before?.content ? [] : problemsOfRepoFile(content)
    if (problems.length === 0) return {}
    const remainingCount = problems.length - maxLines
    const lines = problems.slice(0, maxLines).map(({ line, message }) => `Line ${line}: ${message}`)
    return { warning: [...lines, ...(remainingCount > 0 ? [`${remainingCount} more.`] : [])].join('\n') }
  },
  async assertRemovable(ctx, { id }) {
    const users = (await packagesWithRepo(ctx, id)).map(packageKey)
    if (users.length > 0) throw inUse(`You cannot delete YUM repo with associated packages: ${someOf(users)}.`)
  },
})

/** The maximum number of problems of a file that are listed; more are counted. */
const maxLines = 5
