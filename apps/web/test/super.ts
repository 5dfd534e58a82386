import { isTenantSchema } from '@quatrain/contract/console.ts'
import { aServer, aSuperuser } from './render-page.tsx'

/** The super-tenant's server with whoever is signed in: a superuser when not said. */
export const aSuperTenant = (user = aSuperuser()) => aServer(user).answer(isTenantSchema, { isTenantSchema: false })
