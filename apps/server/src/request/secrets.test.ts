import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashOf, secretsOf } from './secrets.ts'

const secrets = secretsOf('a secret of thirty-two characters')
const others = secretsOf('a secret of thirty-two characterz')
const text = fc.array(fc.nat(0x10ffff)).map((points) => String.fromCodePoint(...points).toWellFormed())
const changed = (sealed: string, change: (bytes: Buffer) => Buffer) =>
  change(Buffer.from(sealed, 'base64')).toString('base64')

describe('sealed text', () => {
  test('is opened by the same secret, letter by letter', () => {
    fc.assert(
      fc.property(text, (text) => {
        expect(secrets.open(secrets.seal(text))).toBe(text)
      }),
    )
  })

  test('is another each time, and shows nothing of what is in it', () => {
    const sealed = [secrets.seal('box-token'), secrets.seal('box-token')]
    expect(new Set(sealed).size).toBe(2)
    expect(Buffer.from(sealed[0] ?? '', 'base64').toString('latin1')).not.toContain('box-token')
  })

  test('is not opened by another secret', () => {
    fc.assert(
      fc.property(text, (text) => {
        expect(() => others.open(secrets.seal(text))).toThrow()
      }),
    )
  })

  test('is not opened with any bit of it changed', () => {
    fc.assert(
      fc.property(text, fc.nat(), (text, anywhere) => {
        const tampered = changed(secrets.seal(text), (bytes) => {
          const bit = anywhere % (bytes.length * 8)
          bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
          return bytes
        })
        expect(() => secrets.open(tampered)).toThrow()
      }),
    )
  })

  test('is not opened cut short or made longer, not even when nothing is in it', () => {
    fc.assert(
      fc.property(text, fc.nat(), (text, anywhere) => {
        const sealed = secrets.seal(text)
        expect(() => secrets.open(changed(sealed, (bytes) => bytes.subarray(0, anywhere % bytes.length)))).toThrow()
        expect(() => secrets.open(changed(sealed, (bytes) => Buffer.concat([bytes, Buffer.from('x')])))).toThrow()
      }),
    )
    const nothing = secrets.seal('')
    for (let length = 0; length < 28; length += 1) {
      expect(() => secrets.open(changed(nothing, (bytes) => bytes.subarray(0, length)))).toThrow()
    }
  })
})

describe('what is derived from a secret', () => {
  test('finds a key again, for this secret only', () => {
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

  test('a token for a purpose is the same each time, and another for another purpose', () => {
    expect(secrets.tokenFor('public 1')).toBe(secrets.tokenFor('public 1'))
    expect(secrets.tokenFor('public 1')).not.toBe(secrets.tokenFor('public 11'))
  })
})
