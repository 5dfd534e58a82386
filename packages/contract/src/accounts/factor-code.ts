import { z } from 'zod'

/** The code of an authenticator app, or a recovery code. Spaces and dashes make it readable, and do not count. */
export const factorCode = () =>
  z
    .string()
    .max(64, 'Must be 64 characters or fewer')
    .transform((code) => code.replaceAll(/[\s-]/g, '').toUpperCase())
    .refine((code) => /^(\d{6}|[A-Z2-7]{16})$/.test(code), 'Must be the six digits of the app, or a recovery code')
