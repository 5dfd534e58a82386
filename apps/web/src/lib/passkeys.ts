import type { NewPasskey, PasskeyCreation } from '@quatrain/contract/accounts/new-passkey.ts'
import type { PasskeyProof, PasskeyRequest } from '@quatrain/contract/accounts/passkeys.ts'
import { loadPart } from './load-part.ts'

/** Whether this browser can use passkeys here: it needs HTTPS, or localhost. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** The library is loaded on demand, because few logins need it. */
const library = () => loadPart(() => import('@simplewebauthn/browser'))

/** Asks the browser to make a passkey. Throws an error that says why there is none. */
export async function makePasskey(options: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await library()
  const { id, response } = await startRegistration({ optionsJSON: options }).catch(explain)
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { credential_id: id, client_data: clientDataJSON, attestation: attestationObject, transports }
}

/** Asks the browser to sign with a passkey. Throws an error that says why it did not. */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyProof> {
  const { startAuthentication } = await library()
  const { id, response } = await startAuthentication({ optionsJSON: options }).catch(explain)
  const { clientDataJSON, authenticatorData, signature } = response
  return { credential_id: id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature }
}

/** What the names of failures mean (WebAuthn, sections 5.1.3 and 5.1.4). */
const failures: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: it was cancelled, or took too long.',
  InvalidStateError: 'This device has a passkey of yours already.',
  SecurityError: 'Passkeys do not work at this address.',
}

function explain(error: unknown): never {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  throw new Error(failures[name] ?? `The browser could not use a passkey: ${message}`, { cause: error })
}
