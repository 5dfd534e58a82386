import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
/** Steps by which the clock of a device may differ. */
const tolerance = 1

const codesOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds })

/** 160 bits, as RFC 4226 recommends, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The address that an authenticator app reads from a QR code. */
export const addressFor = (secret: string, { issuer, username }: { issuer: string; username: string }): string =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label: username, period: periodSeconds }).toString()

/** The step of the code at this time; undefined if the code is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = codesOf(secret).validate({ token: code, timestamp: now.getTime(), window: tolerance })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}
