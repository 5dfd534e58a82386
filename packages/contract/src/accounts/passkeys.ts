import { z } from 'zod'

// The messages of WebAuthn with which passkeys are used; those that make one are in `new-passkey.ts`.

/** Bytes as base64url, at most so many characters. */
export const bytes = (max: number) =>
  z
    .string()
    .min(1, 'Required')
    .max(max, { message: `Must be ${max} characters or fewer`, abort: true })
    .regex(/^[\w-]+$/, 'Must be base64url')

/** Returns the schema of the id of a passkey: at most 1,400 characters of base64url. */
export const credentialId = () => bytes(1400)

/** Returns the schema of the data that an authenticator signs: at most 4,096 characters of base64url. */
export const clientData = () => bytes(4096)

/** What a passkey has signed. */
export const passkeyProof = z.strictObject({
  credential_id: credentialId(),
  client_data: clientData(),
  authenticator_data: bytes(4096),
  signature: bytes(1400),
})

export type PasskeyProof = z.output<typeof passkeyProof>

/** `PublicKeyCredentialDescriptorJSON` of WebAuthn. */
export const passkeyDescriptor = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
})

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(passkeyDescriptor),
  userVerification: z.literal('required'),
  timeout: z.int(),
})

export type PasskeyRequest = z.output<typeof passkeyRequest>
