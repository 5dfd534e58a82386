import type { Package, PackageDocument } from '@quatrain/contract/resources/package.ts'
import { z } from 'zod'
import type { ListWords } from '#kit/recording/describe-change.ts'
import { quoted } from '#kit/recording/list-words.ts'

/** The document of a version of the package. */
export const documentOf = ({ name, version, use_present_version, repos }: Omit<Package, 'id'>): PackageDocument => ({
  name,
  version,
  use_present_version,
  repos,
})

const repoWords: ListWords = {
  member: (member) => z.string().parse(member),
  sentences: (verb, names) =>
    names.length === 0 ? [] : [`${verb} ${names.length === 1 ? 'repo' : 'repos'} ${quoted(names)}.`],
}

/** How changes of a package's lists read in a version's comment. */
export const packageWords: Readonly<Record<string, ListWords>> = { repos: repoWords }
