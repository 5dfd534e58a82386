import type { Package, PackageDocument } from '@quatrain/contract/resources/package.ts'
import type { Words } from '#kit/recording/describe-change.ts'
import { quoted } from '#kit/recording/list-words.ts'

/** The document of a version of the package. */
export const packageDocumentOf = ({
  name,
  version,
  use_present_version,
  repos,
}: Omit<Package, 'id'>): PackageDocument => ({
  name,
  version,
  use_present_version,
  repos,
})

/** How the comment of a version describes changes of a package's lists. */
export const packageWords: Words = {
  repos: { sentences: (verb, repos) => [`${verb} ${repos.length === 1 ? 'repo' : 'repos'} ${quoted(repos.flat())}.`] },
}
