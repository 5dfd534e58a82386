import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashOf, secretsOf } from './secrets.ts'

const secrets = secretsOf('a secret of thirty-two characters')
const others = secretsOf('a secret of thirty-two characterz')
const text = fc.array(fc.nat(0x10ffff)).map((points) => String.fromCodePoint(...points).toWellFormed())
const owner = 'key 7 of tenant 1'
const changed = (sealed: string, change: (bytes: Buffer) => Buffer) =>
  `2:${change(Buffer.from(sealed.slice(2), 'base64')).toString('base64')}`

describe('encrypted text', () => {
  test('is decrypted with the same secret, byte by byte', () => {
    fc.assert(
      fc.property(text, (text) => {
        expect(secrets.open(secrets.seal(text, owner), owner)).toBe(text)
      }),
    )
  })

  test('differs each time, and does not disclose its content', () => {
    const sealed = [secrets.seal('box-token', owner), secrets.seal('box-token', owner)]
    expect(new Set(sealed).size).toBe(2)
    expect(Buffer.from(sealed[0]?.slice(2) ?? '', 'base64').toString('latin1')).not.toContain('box-token')
  })

  test('cannot be decrypted with another secret', () => {
    fc.assert(
      fc.property(text, (text) => {
        expect(others.open(secrets.seal(text, owner), owner)).toBeUndefined()
      }),
    )
  })

  test('cannot be decrypted with any bit changed', () => {
    fc.assert(
      fc.property(text, fc.nat(), (text, anywhere) => {
        const tampered = changed(secrets.seal(text, owner), (bytes) => {
          const bit = anywhere % (bytes.length * 8)
          bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
          return bytes
        })
        expect(secrets.open(tampered, owner)).toBeUndefined()
      }),
    )
  })

  test('cannot be decrypted if it was truncated or extended, not even an empty text', () => {
    fc.assert(
      fc.property(text, fc.nat(), (text, anywhere) => {
        const sealed = secrets.seal(text, owner)
        const shorter = changed(sealed, (bytes) => bytes.subarray(0, anywhere % bytes.length))
        const longer = changed(sealed, (bytes) => Buffer.concat([bytes, Buffer.from('x')]))
        expect([secrets.open(shorter, owner), secrets.open(longer, owner)]).toEqual([undefined, undefined])
      }),
    )
    const nothing = secrets.seal('', owner)
    for (let length = 0; length < 28; length += 1) {
      expect(
        secrets.open(
          changed(nothing, (bytes) => bytes.subarray(0, length)),
          owner,
        ),
      ).toBeUndefined()
    }
  })
})

describe('the owner of an encrypted text', () => {
  test('is required for decryption', () => {
    fc.assert(
      fc.property(text, fc.string(), (text, other) => {
        expect(secrets.open(secrets.seal(text, owner), other)).toBe(other === owner ? text : undefined)
      }),
    )
  })

  test('cannot be left out by removing the form of the text', () => {
    expect(secrets.open(secrets.seal('box-token', owner).slice(2), owner)).toBeUndefined()
  })
})

describe('the previous secret', () => {
  const rotated = secretsOf('a secret of thirty-two characterz', 'a secret of thirty-two characters')

  test('decrypts its texts, and encrypts none', () => {
    const before = secrets.seal('box-token', owner)
    expect(rotated.open(before, owner)).toBe('box-token')
    expect(rotated.open(before, 'another key')).toBeUndefined()
    expect(secrets.open(rotated.seal('box-token', owner), owner)).toBeUndefined()
    expect(others.open(rotated.seal('box-token', owner), owner)).toBe('box-token')
    expect(
      secretsOf('another secret of some characters', 'a third secret of some characters').open(before, owner),
    ).toBe(undefined)
  })

  test('is distinguished from the current one by each text', () => {
    expect(rotated.isSealedNow(rotated.seal('box-token', owner), owner)).toBe(true)
    expect(rotated.isSealedNow(rotated.seal('box-token', owner), 'another key')).toBe(false)
    expect(rotated.isSealedNow(secrets.seal('box-token', owner), owner)).toBe(false)
  })

  test('has its derived keys accepted, after those of the current one', () => {
    expect(rotated.accepted.map(({ anchorKey }) => anchorKey)).toEqual([others.anchorKey, secrets.anchorKey])
    expect(rotated.fingerprint('box-token')).toBe(others.fingerprint('box-token'))
  })
})

describe('keys derived from a secret', () => {
  test('find a key, for this secret only', () => {
    expect(secrets.fingerprint('box-token')).toMatch(/^[0-9a-f]{64}$/)
    expect(secrets.fingerprint('box-token')).toBe(
      secretsOf('a secret of thirty-two characters').fingerprint('box-token'),
    )
    const different = [
      secrets.fingerprint('box-token'),
      secrets.fingerprint('box-token '),
      others.fingerprint('box-token'),
      secrets.tokenFor('box-token'),
      others.tokenFor('box-token'),
      hashOf('box-token'),
      secrets.cookieKey,
      others.cookieKey,
      secrets.anchorKey,
      others.anchorKey,
    ]
    expect(new Set(different).size).toBe(different.length)
  })

  test('give the same token for the same purpose, and different tokens for different purposes', () => {
    expect(secrets.tokenFor('public 1')).toBe(secrets.tokenFor('public 1'))
    expect(secrets.tokenFor('public 1')).not.toBe(secrets.tokenFor('public 11'))
  })
})
