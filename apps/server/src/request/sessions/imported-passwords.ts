// Hashes of passwords that were imported from another system, in its form: `algorithm$parameters$salt$hash`.
import { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const pbkdf2Of = promisify(pbkdf2)
const scryptOf = (password: string, salt: string, length: number, options: object) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** The maximum is above that of any release of the other system; a hash cannot make a login take minutes. */
const maxIterations = 3_000_000
const maxScryptMemory = 256 * 1024 * 1024

const forms = {
  pbkdf2: /^pbkdf2_(?<digest>sha256|sha1)\$(?<iterations>[1-9]\d{0,6})\$(?<salt>[^$]+)\$(?<hash>[A-Za-z0-9+/]+=*)$/,
  scrypt:
    /^scrypt\$(?<salt>[^$]+)\$(?<cost>\d{1,7})\$(?<blocks>\d{1,3})\$(?<parallel>\d{1,3})\$(?<hash>[A-Za-z0-9+/]+=*)$/,
} as const

/** Whether it is such a hash, and one that this console verifies. */
export const isImportedHash = (hash: string): boolean =>
  Number(forms.pbkdf2.exec(hash)?.groups?.iterations ?? maxIterations + 1) <= maxIterations || forms.scrypt.test(hash)

/** Whether the password has this imported hash; false for an unknown form. */
export async function importedHashFits(stored: string, password: string): Promise<boolean> {
  const fields = forms.pbkdf2.exec(stored)?.groups ?? forms.scrypt.exec(stored)?.groups
  if (!fields || !isImportedHash(stored)) return false
  const { salt = '', hash = '', digest = '', iterations, cost, blocks, parallel } = fields
  const expected = Buffer.from(hash, 'base64')
  const options = { N: Number(cost), r: Number(blocks), p: Number(parallel), maxmem: maxScryptMemory }
  const computedHash = iterations
    ? await pbkdf2Of(password, salt, Number(iterations), expected.length, digest)
    : await scryptOf(password, salt, expected.length, options)
  return timingSafeEqual(computedHash, expected)
}
