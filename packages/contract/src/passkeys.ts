import { z } from 'zod'

// The messages of WebAuthn between a browser and the console. Bytes are base64url.

const bytes = (max: number) =>
  z
    .string()
    .min(1, 'Required')
    .max(max, { message: `Must be ${max} characters or fewer`, abort: true })
    .regex(/^[\w-]+$/, 'Must be base64url')

const credentialId = () => bytes(1400)
const clientData = () => bytes(4096)

/** A passkey that a browser has made. */
export const newPasskey = z.strictObject({
  id: credentialId(),
  client_data: clientData(),
  attestation: bytes(8192),
  /** How browsers can reach it, as a hint for them. */
  transports: z
    .array(z.string().regex(/^[a-z-]{1,32}$/, 'Must be a transport of WebAuthn'))
    .max(10, 'Must be 10 or fewer'),
})

export type NewPasskey = z.output<typeof newPasskey>

/** What a passkey has signed. */
export const passkeyProof = z.strictObject({
  id: credentialId(),
  client_data: clientData(),
  authenticator_data: bytes(4096),
  signature: bytes(1400),
})

export type PasskeyProof = z.output<typeof passkeyProof>

const known = z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) })

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(known),
  userVerification: z.literal('required'),
  timeout: z.int(),
})

export type PasskeyRequest = z.output<typeof passkeyRequest>

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('required') }),
  attestation: z.literal('none'),
  timeout: z.int(),
})

export type PasskeyCreation = z.output<typeof passkeyCreation>
