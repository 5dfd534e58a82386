import { failureParameters, type SignOnFailure, signOnFailures } from '@quatrain/contract/sign-on/failures.ts'
import { Notice } from '#ui/Notice.tsx'

const sentences: Readonly<Record<SignOnFailure, string>> = {
  not_configured: 'This way to log in is switched off.',
  busy: 'Too many logins from your network have begun and not ended. Try again in ten minutes.',
  expired: 'The login took too long, or it was begun in another browser. Log in again.',
  cancelled: 'The identity provider has not logged you in.',
  refused:
    'The response of the identity provider was refused. Log in again; if it is refused again, tell an administrator.',
  unavailable: 'The identity provider cannot be reached. Try again later.',
  logout_refused:
    'A message of the identity provider about a logout was refused. Close all windows of this browser to be logged out everywhere.',
  inactive: 'Your account is not active. An administrator can activate it.',
}

/** Says why a single sign-on has failed, as the address of the login page names it; renders nothing otherwise. */
export function SignOnNotice() {
  const query = new URLSearchParams(window.location.search)
  const failureCode = query.get(failureParameters.failure)
  const failure = signOnFailures.find((failure) => failure === failureCode)
  if (failure === undefined) return null
  const requestId = query.get(failureParameters.requestId) ?? ''
  return (
    <Notice kind="bad" role="alert">
      {sentences[failure]}
      {/^[\w-]{1,64}$/.test(requestId) && (
        <>
          {' '}
          Request: <span className="mono">{requestId}</span>
        </>
      )}
    </Notice>
  )
}
