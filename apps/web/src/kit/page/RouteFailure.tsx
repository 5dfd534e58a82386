import { isRouteErrorResponse, useRouteError } from 'react-router'
import { FailurePage } from './Failure.tsx'
import { NotFound } from './NotFound.tsx'

/** Replaces a page that failed; the frame around it stays. */
export function RouteFailure() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <FailurePage error={error} />
}
