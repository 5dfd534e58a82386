import classes from './CannotStart.module.css'

/** Replaces the page when the application itself fails. It uses nothing that could have failed too. */
export function Broken({ error }: { readonly error: unknown }) {
  return (
    <main className={classes.page}>
      <title>Something went wrong | Quatrain</title>
      <h1>Something went wrong</h1>
      <p className={classes.why}>{error instanceof Error ? error.message : String(error)}</p>
      <p>The console may have been updated, or the connection is interrupted. What you typed is kept as a draft.</p>
      <button type="button" className={classes.reload} onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </main>
  )
}
