import { pbkdf2Sync, scryptSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { importedHashFits, isImportedHash } from './imported-passwords.ts'
import { hashPassword, needsNewHash, passwordFits } from './passwords.ts'

const password = 'pässword of before'
const base64 = (bytes: Buffer) => bytes.toString('base64')
const sha256 = `pbkdf2_sha256$2000$salt$${base64(pbkdf2Sync(password, 'salt', 2000, 32, 'sha256'))}`
const sha1 = `pbkdf2_sha1$2000$salt$${base64(pbkdf2Sync(password, 'salt', 2000, 20, 'sha1'))}`
const scrypt = `scrypt$salt$1024$8$1$${base64(scryptSync(password, 'salt', 64, { N: 1024, r: 8, p: 1 }))}`

describe('imported hashes of passwords', () => {
  test.each([sha256, sha1, scrypt])('%s fits its password only', async (hash) => {
    expect(isImportedHash(hash)).toBe(true)
    expect(await importedHashFits(hash, password)).toBe(true)
    expect(await importedHashFits(hash, `${password} `)).toBe(false)
    expect(await passwordFits(hash, password)).toBe(true)
  })

  test.each([
    '',
    '!unusable',
    'md5$salt$900150983cd24fb0d6963f7d28e17f72',
    sha256.replace('$2000$', '$9000000$'),
    sha256.replace('$2000$', '$0$'),
    sha256.split('$').slice(0, 3).join('$'),
  ])('%s fits no password', async (hash) => {
    expect(isImportedHash(hash)).toBe(false)
    expect(await importedHashFits(hash, password)).toBe(false)
  })

  test('only imported hashes are replaced', async () => {
    expect([sha256, await hashPassword(password), null, undefined].map(needsNewHash)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
