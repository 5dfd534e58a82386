import { packageKey, yumRepoKey } from '@quatrain/contract/kit/kind-names.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { addObject, aNumber } from './added-objects.ts'
import { originOf } from './visits.ts'

/** A unique name without white space. */
export const aPlainName = (): string => `z-e2e-${aNumber()}`

/** Adds a YUM repo of Rocky 9 for one test and returns it. */
export async function aYumRepo(given: { readonly name?: string; readonly content?: string } = {}) {
  const repo = {
    name: aPlainName(),
    tag: 'Rocky 9',
    content: '[main]\nname=Main\nbaseurl=https://repo.example.org/main/\nenabled=1\n',
    description: 'As it was',
    ...given,
  }
  await addObject(originOf(), yumRepos, repo)
  return { ...repo, path: `/ui/yumrepos/${yumRepoKey(repo)}` }
}

/** Adds a package for one test, without probes, and returns it. */
export async function aPackage(
  given: { readonly name?: string; readonly version?: string; readonly repos?: string[] } = {},
) {
  const added = {
    name: aPlainName(),
    version: '1.0.0',
    use_present_version: false,
    repos: ['epel (Rocky 9)'],
    ...given,
  }
  await addObject(originOf(), packages, added)
  return { ...added, path: `/ui/packages/${packageKey(added)}` }
}
