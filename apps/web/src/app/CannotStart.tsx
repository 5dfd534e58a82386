import { Button } from '@mantine/core'
import classes from './CannotStart.module.css'

interface Props {
  readonly missingPart: 'schema' | 'configuration' | 'session'
  readonly error: Error
}

/** Shown if the server does not respond to the first request. */
export function CannotStart({ missingPart, error }: Props) {
  return (
    <main className={classes.page}>
      <title>Something went wrong | Quatrain</title>
      <h1>Something went wrong</h1>
      <p>Cannot obtain {missingPart}</p>
      <p className={classes.why}>{error.message}</p>
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </main>
  )
}
