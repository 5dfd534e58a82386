import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'

const count = 10
const bytes = 10

/** 80 random bits each, so their hashes need no salt. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () => new Secret({ buffer: new Uint8Array(randomBytes(bytes)).buffer }).base32)

/** Returns the code as people copy it: `ABCD-EFGH-IJKL-MNOP`. */
export const readable = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code
