import { Mark, type Tone } from '#ui/Mark.tsx'
import { NoValue } from '#ui/ValueText.tsx'
import classes from './details.module.css'

interface Props {
  readonly words: readonly string[]
  readonly toneOf: (word: string) => Tone
}

/** Marks as the value of a field. */
export function Marks({ words, toneOf }: Props) {
  if (words.length === 0) return <NoValue />
  return (
    <span className={classes.marks}>
      {words.map((word) => (
        <Mark key={word} tone={toneOf(word)}>
          {word}
        </Mark>
      ))}
    </span>
  )
}
