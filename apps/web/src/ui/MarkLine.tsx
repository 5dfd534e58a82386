import { Fragment } from 'react'
import { ClampedText } from './ClampedText.tsx'
import { Mark, type Tone } from './Mark.tsx'
import { NoValue } from './ValueText.tsx'

interface Props {
  readonly words: readonly string[]
  readonly toneOf: (word: string) => Tone
}

/** Marks on one line of a table. If they do not fit, all of them are shown on hover and on focus. */
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
