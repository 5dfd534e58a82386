// Queries on identity providers for other features.
import { signOnPath } from '@quatrain/contract/sign-on/sign-on.ts'
import type { Context } from '#request/context/context.ts'
import { findEnabled } from './identity-providers.repository.ts'

/** The buttons of the login page, by the names of the providers. */
export async function signOnButtons({ db, tenant }: Context) {
  return (await findEnabled(db)).map(({ id, name, button_text }) => ({
    text: [button_text, tenant.samlLoginString].find((text) => text !== '') ?? `Log in with ${name}`,
    path: signOnPath(id),
  }))
}
