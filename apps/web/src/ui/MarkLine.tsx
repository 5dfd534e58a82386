import { Fragment } from 'react'
import { ClampedText } from './ClampedText.tsx'
import { Mark, type Tone } from './Mark.tsx'
import { NoValue } from './ValueText.tsx'

interface Props {
  readonly words: readonly string[]
  readonly toneOf: (word: string) => Tone
}

/** Words with colours on one line of a table; all of them on hover and on focus where there is no more room. */
export function MarkLine({ words, toneOf }: Props) {
  if (words.length === 0) return <NoValue />
  return (
    <ClampedText text={words.join(', ')}>
      {words.map((word) => (
        <Fragment key={word}>
          <Mark tone={toneOf(word)}>{word}</Mark>{' '}
        </Fragment>
      ))}
    </ClampedText>
  )
}
