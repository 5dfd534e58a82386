import { isTenantSchema } from '@quatrain/contract/console/options.ts'
import { aServer, aSuperuser } from './render-page.tsx'

/** The super-tenant's server with a session, by default of a superuser. */
export const aSuperTenant = (user = aSuperuser()) => aServer(user).answer(isTenantSchema, { isTenantSchema: false })
