import { randomUUID } from 'node:crypto'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { packageKey, packages } from '@quatrain/contract/resources/package.ts'
import { yumRepoKey, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { sendRequest } from './send-request.ts'
import { sharedSession } from './session.ts'
import { originOf } from './visits.ts'

/** A unique name without white space. */
export const aPlainName = (): string => `z-e2e-${randomUUID().slice(0, 8)}`

/** Adds a YUM repo of Rocky 9 for one test and returns it. */
export async function aYumRepo(given: { readonly name?: string; readonly content?: string } = {}) {
  const repo = {
    name: aPlainName(),
    tag: 'Rocky 9',
    content: '[main]\nname=Main\nbaseurl=https://repo.example.org/main/\nenabled=1\n',
    description: 'As it was',
    ...given,
  }
  await add(resourceEndpoints(yumRepos).add.path, repo)
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
  await add(resourceEndpoints(packages).add.path, added)
  return { ...added, path: `/ui/packages/${packageKey(added)}` }
}

async function add(path: string, body: object): Promise<void> {
  const origin = originOf()
  const { headers } = await sharedSession(origin, 'admin')
  const { status, body: answer } = await sendRequest(origin, path, { method: 'POST', headers, body })
  if (status >= 400) throw new Error(`Nothing could be added at ${path}: ${JSON.stringify(answer)}`)
}
