import classes from './Mark.module.css'

export type Tone = 'plain' | 'accent' | 'good' | 'bad' | 'warn'

/** A word with a color; the color only repeats what the word says. */
export function Mark({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: string }) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {children}
    </span>
  )
}
