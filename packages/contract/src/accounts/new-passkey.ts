import { z } from 'zod'
import { bytes, clientData, credentialId, passkeyDescriptor } from './passkeys.ts'

// The messages of WebAuthn with which passkeys are made. Logins do not load them.

/** A passkey that a browser has made. */
export const newPasskey = z.strictObject({
  credential_id: credentialId(),
  client_data: clientData(),
  attestation: bytes(8192),
  /** How browsers can reach it, as a hint for them. */
  transports: z
    .array(z.string().regex(/^[a-z-]{1,32}$/, 'Must be a transport of WebAuthn'))
    .max(10, 'Must be 10 or fewer'),
})

export type NewPasskey = z.output<typeof newPasskey>

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  excludeCredentials: z.array(passkeyDescriptor),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('required') }),
  attestation: z.literal('none'),
  timeout: z.int(),
})

export type PasskeyCreation = z.output<typeof passkeyCreation>
