import { Marks } from '#kit/page/Marks.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'

const plain = () => 'plain' as const

interface Props {
  readonly label: string
  readonly words: readonly string[]
  /** What is shown if there are none. */
  readonly emptyText: string
}

/** A list of texts in a form that cannot be changed. */
export const ChosenWords = ({ label, words, emptyText }: Props) => (
  <LabelledValue label={label}>
    {words.length === 0 ? <em>{emptyText}</em> : <Marks words={words} toneOf={plain} />}
  </LabelledValue>
)
