import { hash, verify } from '@node-rs/argon2'

// Argon2id (the library's default) with the second of the settings that OWASP recommends as equally strong.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, strength)

let nobody: Promise<string> | undefined

/** Takes the same time whether or not the user exists: without a hash, one that matches nothing is verified. */
export async function passwordFits(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID())
  const fits = await verify(passwordHash ?? (await nobody), password)
  return fits && Boolean(passwordHash)
}
