import { z } from 'zod'
import { text } from '../compare/field.ts'
import { internalApi, keySegment } from '../kit/addresses.ts'
import { everywhere, superOnly } from '../kit/deployment.ts'
import { defineRead } from '../kit/endpoint.ts'
import { databaseId, objectReference, optionalText, requiredText, technicalName } from '../kit/fields.ts'
import { kindNames, readKeyOf, yumRepoKey } from '../kit/kind-names.ts'
import { type Address, defineResource, type RecordOf } from '../kit/resource.ts'
import { packageUsage } from './package-usage.ts'

/** Bytes of a repo file: ten times the largest known one. */
const longestFile = 64 * 1024

const fields = z.strictObject({
  name: technicalName(),
  /** The operating system of the repo: one of the OS tags. */
  tag: objectReference(),
  // The content is stored unchanged, including the final line break.
  content: optionalText(longestFile).refine((content) => content.trim() !== '', 'Required'),
  description: requiredText(1024),
})

const document = z.object({ name: z.string(), tag: z.string(), content: z.string(), description: z.string() })

/** The name of a repo in packages: `base-el9 (Rocky 9)`. */
export const yumRepoLabel = ({ name, tag }: { readonly name: string; readonly tag: string }): string =>
  `${name} (${tag})`

const params = z.object({ name: keySegment(), tag: keySegment() })

/** The API has name and tag in two segments. A tag contains no dash, so the last dash separates them. */
const address: Address = {
  path: ':name/:tag',
  params,
  keyOf: (input) => yumRepoKey(params.parse(input)),
  paramsOf(key) {
    const dash = key.lastIndexOf('-')
    return { name: key.slice(0, Math.max(dash, 0)), tag: key.slice(dash + 1) }
  },
}

/** YUM repos are where packages are installed from (specification part 2, sections 1 and 3). */
export const yumRepos = defineResource({
  ...kindNames.yumRepos,
  key: { read: readKeyOf('yumrepo'), remove: readKeyOf('yumrepo') },
  address,
  history: 'version',
  historyIn: superOnly,
  userKeys: 'accepted',
  access: { super: { read: 'members', write: 'superusers' }, tenant: { read: 'superusers', write: 'nobody' } },
  record: document.extend({ id: z.number().int() }),
  row: document.extend({ id: z.number().int() }),
  add: fields,
  change: fields.extend({ id: databaseId() }),
  document,
  compared: {
    name: text('name'),
    tag: text('tag'),
    content: text('file content'),
    description: text('description'),
  },
})

export type YumRepo = RecordOf<typeof yumRepos>

export const yumRepoUsage = defineRead({
  path: `${internalApi}/yumrepos/:name/:tag/usage`,
  summary: 'What depends on a YUM repo: packages and their dependents',
  deployments: everywhere,
  caller: { may: 'view', resource: yumRepos },
  params: address.params,
  answer: packageUsage.extend({ packages: z.array(z.object({ name: z.string(), version: z.string() })) }),
})
