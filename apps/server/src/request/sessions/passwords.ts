import { hash, verify } from '@node-rs/argon2'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { importedHashFits, isImportedHash } from './imported-passwords.ts'

// Argon2id (the library's default) with the second of the settings that OWASP recommends as equally strong.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, strength)

/** Whether the hash was imported from another system: the next login replaces it with one of `hashPassword`. */
export const needsNewHash = (passwordHash: string | null | undefined): passwordHash is string =>
  typeof passwordHash === 'string' && isImportedHash(passwordHash)

let hashOfNobody: Promise<string> | undefined

/** Takes the same time whether or not the user exists: without a hash, one that matches nothing is verified. */
export async function passwordFits(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  if (needsNewHash(passwordHash)) return importedHashFits(passwordHash, password)
  hashOfNobody ??= hashPassword(crypto.randomUUID())
  const fits = await verify(passwordHash ?? (await hashOfNobody), password)
  return fits && Boolean(passwordHash)
}

/** The message for a change that would change nothing. */
export const samePassword = 'The new password must differ from the present one'

let common: Promise<ReadonlySet<string>> | undefined

/** The list takes a few megabytes, so it is loaded when the first password is chosen. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

/**
 * Refuses the most common passwords, ignoring case: those that are tried first. `field` is the name of the input. Throws
 * `invalid_input`.
 */
export async function assertUncommon(password: string, field = 'password'): Promise<void> {
  common ??= loadCommon()
  if ((await common).has(password.toLowerCase())) throw invalidInput({ [field]: 'Your password is too common.' })
}
