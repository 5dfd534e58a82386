import { all, type Expected } from './expected.ts'
import { publicPagesOfKinds } from './kinds.ts'

const shared: readonly Expected[] = [
  all('/ui/public_home', 'Public pages'),
  all('/ui/public_documentation', 'Documentation'),
  all('/ui/public_default_ports', 'Default ports'),
  all('/ui/public_default_ports/{name=BDII_PORT}', 'Default ports'),
]

/** The pages that need no login, in both deployments. */
export const pagesForEverybody = {
  super: [...shared, ...publicPagesOfKinds('super')],
  tenant: [
    ...shared,
    ...publicPagesOfKinds('tenant'),
    all('/ui/public_servicetypes', 'Service types'),
    all('/ui/public_servicetypes/{name=webdav}', 'Service type details webdav'),
  ],
} as const satisfies Record<string, readonly Expected[]>

/** Addresses of public pages that do not exist. */
export const missingForEverybody = {
  super: ['/ui/public_nowhere', '/ui/public_metrics'],
  tenant: ['/ui/public_nowhere'],
} as const
