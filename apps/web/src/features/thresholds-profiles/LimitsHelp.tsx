import classes from './thresholds.module.css'

/** How limits are written and what they mean, which differs from the plugins that people know. */
export const LimitsHelp = () => (
  <p className={classes.help}>
    A range is where a status is reported: WARNING or CRITICAL between its limits. The limit <code>~</code> is minus
    infinity, an empty upper limit is plus infinity, and <code>@</code> before a range inverts it: the status is
    reported outside. The warning range is tested first, so that it hides a critical range behind it. Min and max are
    stored together or not at all; an empty value is stored as 0.
  </p>
)
