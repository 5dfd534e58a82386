/** The query parameters of the login page after a sign-on has failed. */
export const failureParameters = { failure: 'sign_on', requestId: 'request' } as const

/** The reasons why a sign-on can fail. */
export const signOnFailures = [
  'not_configured',
  'busy',
  'expired',
  'cancelled',
  'refused',
  'unavailable',
  'inactive',
  'logout_refused',
] as const

export type SignOnFailure = (typeof signOnFailures)[number]
